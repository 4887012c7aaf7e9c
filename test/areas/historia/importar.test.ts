// History moves in: what another program issued, its folios, its links, once (areas/historia).

import { describe, expect, test } from 'bun:test'
import { verifyTodo } from '../../../src/cli/verificar-datos'
import { document, emit, linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { archiveOf, importFiles } from '../../support/historia'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const MIL = linea(100_000)

/** Another program of the same company: three invoices, the first voided, the second lowered. */
async function elsewhere(): Promise<Record<string, Buffer>> {
  const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
  for (let i = 0; i < 3; i++) await emit(app, factura(MIL))
  await app.settle()
  await emit(app, nota(1, 1, MIL))
  await emit(app, nota(3, 2, linea(40_000)))
  await app.settle()
  return archiveOf(app)
}
let made: Promise<Record<string, Buffer>> | undefined
const files = () => (made ??= elsewhere())

const newcomer = () => testAppWithFolios({ folios: { 33: 20, 61: 20 } })
const saldos = async (app: CompanyApp) =>
  Promise.all([1, 2, 3].map(async (folio) => (await document(app, 33, folio)).saldo))
const unwell = ({ store }: CompanyApp) =>
  [...verifyTodo(store.client, store.secrets)].filter(({ estado }) => estado !== 'bien')

describe('POST /v1/historia', () => {
  test('refuses a file of no bytes', async () => {
    const app = await newcomer()
    const { status, body } = await app.post('/v1/historia', { archivo_base64: ' ' })
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'archivo', regla: 'requerido' }]])
  })

  test('makes documents of the files, which are never sent, and passes their folios over', async () => {
    const app = await newcomer()
    const { status, body } = await importFiles(app, await files())
    expect([status, body]).toMatchObject([201, { data: { estado: 'terminada', archivos: 5 } }])
    expect(body.data.documentos).toMatchObject({
      nuevo: 5,
      repetido: 0,
      en_duda: 0,
      conflicto: 0,
      ilegible: 0,
    })
    expect(body.data.folios).toEqual([
      { tipo_dte: 33, siguiente_antes: 1, siguiente: 4, apartados: 0 },
      { tipo_dte: 61, siguiente_antes: 1, siguiente: 3, apartados: 0 },
    ])
    expect(await document(app, 33, 3)).toMatchObject({
      origen: 'importado',
      contenido: 'xml',
      estado_sii: 'no_consultado',
      track_id: null,
      job_id: null,
      saldo: 119_000,
    })
    expect((await archiveOf(app))['DTE_33_3.xml']).toEqual((await files())['DTE_33_3.xml'])
    expect((await app.get('/v1/dte/pdf/33/3')).status).toBe(200)
    await app.settle()
    expect((await app.get('/v1/documentos?estado_sii=no_consultado')).body.paginacion.total).toBe(5)
    const { body: issued } = await app.post('/v1/dte/emitir', factura())
    expect(issued.data.folio).toBe(4)
    expect(unwell(app)).toEqual([])
  })

  test('links notes with what they are about, and a second import adds nothing', async () => {
    const app = await newcomer()
    await importFiles(app, await files())
    expect(await saldos(app)).toEqual([0, 71_400, 119_000])
    expect(await document(app, 33, 1)).toMatchObject({ anulado_por: { tipo_dte: 61, folio: 1 } })
    const again = await importFiles(app, await files())
    expect(again.body.data.documentos).toMatchObject({ nuevo: 0, repetido: 5 })
    expect(await saldos(app)).toEqual([0, 71_400, 119_000])
    expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(5)
    expect(unwell(app)).toEqual([])
  })

  test('whatever the order in which the files come, the balances are the same', async () => {
    const all = Object.entries(await files())
    const app = await newcomer()
    for (const [name, bytes] of all.filter(([name]) => name.includes('_61_')))
      await importFiles(app, { [name]: bytes })
    expect(await document(app, 61, 1)).toMatchObject({ saldo: 119_000 })
    for (const [name, bytes] of all.filter(([name]) => name.includes('_33_')).reverse())
      await importFiles(app, { [name]: bytes })
    expect(await saldos(app)).toEqual([0, 71_400, 119_000])
    expect(unwell(app)).toEqual([])
  })

  test('keeps apart what it cannot vouch for, and none of that moves a sum', async () => {
    const app = await newcomer()
    const own = (await files())['DTE_33_3.xml']!.toString('latin1')
    const doubtful = own.replace(/<MntTotal>\d+</, '<MntTotal>5<').replace(/<MNT>\d+</, '<MNT>5<')
    const { body } = await importFiles(app, {
      'dudoso.xml': Buffer.from(doubtful, 'latin1'),
      'roto.xml': Buffer.from('<DTE><no'),
      'ajeno.xml': Buffer.from(own.replaceAll('76543210-3', '96790240-3'), 'latin1'),
    })
    expect(body.data.documentos).toMatchObject({ nuevo: 0, en_duda: 1, ilegible: 1, ajeno: 1 })
    expect(body.data.folios).toEqual([])
    expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(0)
    const lines = await app.get(`/v1/historia/${body.data.id}/archivos?estado=en_duda`)
    expect(lines.body.data).toMatchObject([{ estado: 'en_duda', tipo_dte: 33, folio: 3 }])
    const kept = await app.get(`/v1/historia/${body.data.id}/archivos/${lines.body.data[0].n}/contenido`)
    expect(kept.status).toBe(200)
    const asked = { archivos: [lines.body.data[0].n], decision: 'aceptar', motivo: 'Cotejado con el papel' }
    const { status } = await app.post(`/v1/historia/${body.data.id}/resolver`, asked, app.tenant.session)
    expect(status).toBe(200)
    await app.drainJobs()
    expect(await document(app, 33, 3)).toMatchObject({ origen: 'importado', monto_total: 5 })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(4)
    expect(unwell(app)).toEqual([])
  })

  test('a folio that is here with other content is a conflict, and the first stays whole', async () => {
    const app = await newcomer()
    await emit(app, factura())
    await app.settle()
    const before = await document(app, 33, 1)
    const { body } = await importFiles(app, { 'a.xml': (await files())['DTE_33_1.xml']! })
    expect(body.data.documentos).toMatchObject({ conflicto: 1, nuevo: 0 })
    expect(await document(app, 33, 1)).toEqual(before)
  })

  test('only tried, it tells the same and leaves nothing', async () => {
    const app = await newcomer()
    const { body } = await importFiles(app, await files(), '?simular=true')
    expect(body.data).toMatchObject({ simulada: true, documentos: { nuevo: 5 } })
    expect(body.data.folios[0]).toMatchObject({ tipo_dte: 33, siguiente: 4 })
    expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(0)
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(1)
  })

  test('a torn archive stops the import with the reason', async () => {
    const app = await newcomer()
    const { status, body } = await app.post('/v1/historia', {
      archivo_base64: Buffer.from('PK\u0003\u0004 roto').toString('base64'),
    })
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    expect((await app.get('/v1/historia')).body.data).toMatchObject([{ estado: 'detenida' }])
  })
})
