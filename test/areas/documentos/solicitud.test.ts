// GET /v1/documentos/:tipo/:folio/solicitud answers the body that would issue the document again (http §10.2).
// That any body comes back as its document is held in test/areas/dte/solicitud-json.slow.test.ts.

import { beforeAll, describe, expect, test } from 'bun:test'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { document, emit } from '../../support/emision'
import { factura } from '../../support/emisor'
import { guia } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const HOY = '2026-11-20'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithFolios({ folios: Object.fromEntries(TIPOS.map(({ codigo }) => [codigo, 10])) })
  for (const { codigo } of TIPOS) await emit(app, SOLICITUDES[codigo]({ 33: 1, 110: 1 }, HOY))
  await app.drainJobs()
})

const solicitud = async (tipo: number, folio: number) =>
  (await app.get(`/v1/documentos/${tipo}/${folio}/solicitud`)).body.data

describe('the request of a document', () => {
  test.each(TIPOS.map(({ codigo }) => codigo))('of type %i is valid and comes to the same', async (tipo) => {
    const { totales, detalle, DscRcgGlobal } = await document(app, tipo, 1)
    const { status, body } = await app.post('/v1/dte/validar', await solicitud(tipo, 1))
    expect([status, body.detalles]).toEqual([200, undefined])
    const { advertencias: _, ...same } = body.data
    expect(same).toEqual({ tipo_dte: tipo, totales, detalle, ...(DscRcgGlobal?.length && { DscRcgGlobal }) })
  })

  test('issues it again, under another folio', async () => {
    const asked = factura({ fecha_vencimiento: '2026-12-20', forma_pago: 2, referencia_externa: 'pedido-1' })
    const { body: first } = await app.post('/v1/dte/emitir', asked)
    const { body: second } = await app.post('/v1/dte/emitir', await solicitud(33, first.data.folio))
    expect(second.data.folio).toBe(first.data.folio + 1)
    const own = ({ folio: _f, job_id: _j, links: _l, historial: _h, ...rest }: Record<string, unknown>) =>
      rest
    expect(own(await document(app, 33, second.data.folio))).toEqual(
      own(await document(app, 33, first.data.folio)),
    )
  })

  test('says that a guide was forced, where it was', async () => {
    await emit(app, guia())
    const over = { referencias: [{ tipo_documento: 52, folio: 2 }] }
    const { body: first } = await app.post('/v1/dte/emitir', factura(over))
    const { body: beside } = await app.post('/v1/dte/emitir', factura({ ...over, forzar_guia: true }))
    expect(await solicitud(33, first.data.folio)).not.toHaveProperty('forzar_guia')
    expect(await solicitud(33, beside.data.folio)).toMatchObject({ forzar_guia: true })
  })

  test('is of the environment that the document has, and of no other company', async () => {
    expect(await solicitud(33, 1)).toMatchObject({ ambiente: 'simulacion' })
    expect((await app.get('/v1/documentos/33/999/solicitud')).body.code).toBe('NOT_FOUND')
  })
})
