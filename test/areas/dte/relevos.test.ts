// Events around a document on its way: another person signs, an operator gives up, an answer is lost (http
// §7).

import { describe, expect, test } from 'bun:test'
import {
  discard,
  document,
  emit,
  fail,
  heal,
  job,
  linea,
  nota,
  outlastAttempts,
  pass,
  retry,
  saldo,
} from '../../support/emision'
import { factura } from '../../support/emisor'
import { testAppWithFolios } from '../../support/test-app'

describe('a document on its way', () => {
  test('whose upload was not answered travels in an envelope of the person who signs by now', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await fail(app, 'envio', 'http_503', 1)
    const id = await emit(app)
    await app.drainJobs()
    const issued = await app.post('/simulador/certificados', { rut: '12345678-5', nombre: 'Otra Persona' })
    app.advance(1000)
    const loaded = await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, issued.body.data)
    expect(loaded.status).toBe(201)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio_estado: 'usado' })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('and given up while its envelope signs in gives back what it took from a balance', async () => {
    let during = async (): Promise<void> => {}
    const app = await testAppWithFolios({
      folios: { 33: 9, 61: 5 },
      wire: async (url, _, pass) => {
        if (url.includes('CrSeed')) await during()
        return pass()
      },
    })
    await emit(app)
    await app.settle()
    app.advance(3 * 3_600_000)
    await fail(app, 'semilla', 'http_503')
    const note = await emit(app, nota(3, 1, linea(10_000)))
    const sibling = await emit(app)
    await outlastAttempts(app)
    await retry(app, sibling)
    during = async () => {
      during = async () => {}
      await discard(app, note, true)
    }
    await app.drainJobs()
    await heal(app)
    app.advance(60_000)
    await app.settle()
    expect(await saldo(app, 33, 1)).toBe(133_876)
  })

  test('that was sent, never arrived and was given up is asked for, and its balance comes back', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 5 } })
    await emit(app)
    await app.settle()
    await fail(app, 'envio', 'corte_antes')
    const note = await emit(app, nota(1))
    await outlastAttempts(app)
    const gone = await discard(app, note, true)
    expect(gone.body.data.folio_estado).toBe('por_anular')
    await heal(app)
    await pass(app, 10)
    expect(await saldo(app, 33, 1)).toBe(133_876)
  })

  test('that the SII refuses for its bytes after a lost attempt is told apart from its siblings', async () => {
    let uploads = 0
    const app = await testAppWithFolios({
      folios: { 33: 9 },
      wire: async (url, body, pass) => {
        if (!url.endsWith('DTEUpload')) return pass()
        if (uploads++ === 0) throw new TypeError('cut')
        if (!body.includes('MALO')) return pass()
        return new Response('<?xml version="1.0"?><RECEPCIONDTE><STATUS>7</STATUS></RECEPCIONDTE>')
      },
    })
    const bad = factura({ detalle: [{ nombre: 'MALO', precio: 5 }] })
    const ids = [await emit(app), await emit(app, bad), await emit(app)]
    await app.settle()
    const states = await Promise.all(ids.map(async (id) => (await job(app, id)).estado))
    expect(states).toEqual(['completed', 'failed', 'completed'])
  })
})
