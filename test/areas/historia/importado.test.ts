// A document that was issued elsewhere is a document to all who read them.

import { describe, expect, test } from 'bun:test'
import { verifyTodo } from '../../../src/cli/verificar-datos'
import { document, emit, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { addImported } from '../../support/historia'
import { testAppWithFolios } from '../../support/test-app'

const OTRO = { folio: 9001, fecha: '2026-11-03' }

/** A company with an invoice of its own and one like it of another program. */
async function withImported(registro = false) {
  const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
  await emit(app)
  await app.settle()
  const id = addImported(app, { tipo: 33, folio: 1 }, { ...OTRO, registro })
  return Object.assign(app, { id })
}

const listed = async (app: Awaited<ReturnType<typeof withImported>>, query: string) => {
  const { body } = await app.get(`/v1/documentos?${query}`)
  expect(body.ok, JSON.stringify(body)).toBe(true)
  expect(body.paginacion.total).toBe(body.data.length)
  return body.data.map((d: { folio: number }) => d.folio)
}

describe('a document of elsewhere', () => {
  test('is in the list without a job, and found by where it is from', async () => {
    const app = await withImported()
    const { body } = await app.get('/v1/documentos?origen=importado')
    expect(body.data).toMatchObject([
      {
        folio: 9001,
        origen: 'importado',
        contenido: 'xml',
        estado: null,
        job_id: null,
        estado_sii: 'no_consultado',
      },
    ])
    expect(await listed(app, '')).toEqual([1, 9001])
    expect(await listed(app, 'origen=emitido')).toEqual([1])
    expect(await listed(app, 'origen=emitido,importado')).toEqual([1, 9001])
    expect(await listed(app, 'estado=completed')).toEqual([1])
    expect(await listed(app, 'estado=failed')).toEqual([])
    expect(await listed(app, 'estado=completed&origen=importado')).toEqual([])
    expect(await listed(app, 'estado_sii=no_consultado')).toEqual([9001])
    expect(await listed(app, 'estado_sii=aceptado')).toEqual([1])
    expect(await listed(app, 'estado_sii=rechazado,enviado')).toEqual([])
    expect(await listed(app, 'estado_acuse=aceptado_tacito,pendiente')).toEqual([])
    expect(await listed(app, 'por_atender=true')).toEqual([])
    expect(await listed(app, `q=9001`)).toEqual([9001])
    const csv = (await app.get('/v1/documentos?formato=csv')).body as string
    expect(csv.split('\r\n')[0]).toContain(';origen;contenido;')
    expect(csv).toContain(';importado;xml;')
  })

  test('has its XML, its paper, its request and its balance, and no way to the SII', async () => {
    const app = await withImported()
    expect(await document(app, 33, 9001)).toMatchObject({
      saldo: 133876,
      firmado_at: '2026-11-03T15:00:00.000Z',
      links: { emision: null },
      track_id: null,
    })
    expect((await app.get('/v1/dte/xml/33/9001')).body).toContain('<Folio>9001</Folio>')
    expect((await app.get('/v1/dte/pdf/33/9001')).status).toBe(200)
    expect((await app.get('/v1/documentos/33/9001/solicitud')).status).toBe(200)
    await app.drainJobs()
    expect(await document(app, 33, 9001)).toMatchObject({ estado_sii: 'no_consultado' })
    expect(
      app.store.client.prepare('SELECT total FROM documento_cuenta WHERE tipo_dte = 33').pluck().get(),
    ).toBe(2)
  })

  test('of the register alone has balance and no files', async () => {
    const app = await withImported(true)
    expect(await document(app, 33, 9001)).toMatchObject({
      contenido: 'registro',
      firmado_at: null,
      saldo: 133876,
    })
    for (const path of ['/v1/dte/xml/33/9001', '/v1/dte/pdf/33/9001', '/v1/documentos/33/9001/solicitud']) {
      const { status, body } = await app.get(path)
      expect([path, status, body.code]).toEqual([path, 409, 'INVALID_STATE'])
      expect(body.error).toContain('registro de ventas')
    }
  })

  test('bears a note that waits for nothing, and loses its balance to it', async () => {
    const app = await withImported()
    const { status } = await app.post(
      '/v1/dte/emitir',
      nota(1, 9001, { referencias: [{ tipo_documento: 33, folio: 9001, fecha: '2026-11-03', codigo: 1 }] }),
    )
    expect(status).toBe(202)
    expect(await document(app, 33, 9001)).toMatchObject({ saldo: 0, anulado_por: { tipo_dte: 61, folio: 1 } })
    await app.drainJobs()
    // The simulator never saw the invoice and rejects the note; what matters is that it went there.
    expect(await document(app, 61, 1)).toMatchObject({ estado: 'completed', track_id: expect.any(String) })
  })

  test('is in the sums of its day, and verificar finds all of it well', async () => {
    const app = await withImported()
    const { body } = await app.get('/v1/resumen?desde=2026-11-01&hasta=2026-11-30')
    const sums = body.data.documentos.filter((d: { estado_sii: string }) => d.estado_sii === 'no_consultado')
    expect(sums).toMatchObject([{ fecha: '2026-11-03', tipo_dte: 33, documentos: 1, monto_total: 133876 }])
    expect(
      [...verifyTodo(app.store.client, app.store.secrets)].filter(({ estado }) => estado !== 'bien'),
    ).toEqual([])
  })

  test('cannot be what the table does not allow', async () => {
    const app = await withImported()
    const refuse = (sql: string) =>
      expect(() => app.store.client.prepare(`UPDATE documento SET ${sql}`).run()).toThrow('CHECK')
    refuse("caf_id = NULL WHERE origen = 'emitido'")
    refuse("job_id = NULL WHERE origen = 'emitido'")
    refuse("folio_estado = 'libre' WHERE origen = 'importado'")
    refuse("estado_sii = 'no_consultado' WHERE origen = 'emitido'")
    refuse("contenido = 'registro' WHERE origen = 'emitido'")
    expect(() => addImported(app, { tipo: 33, folio: 1 }, OTRO)).toThrow('UNIQUE')
    await emit(app, factura())
  })
})
