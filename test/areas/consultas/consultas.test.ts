// Asking the SII now (http §19): its answer, its faults, and the minute for which an answer is kept.

import { describe, expect, test } from 'bun:test'
import { boleta, factura } from '../../support/emisor'
import { testAppWithFolios } from '../../support/test-app'

async function issued() {
  const app = await testAppWithFolios({ folios: { 33: 5, 39: 5 } })
  await app.post('/v1/dte/emitir', factura())
  await app.post('/v1/dte/emitir', boleta())
  await app.settle()
  const track = async (tipo: number) =>
    (await app.get(`/v1/documentos/${tipo}/1`)).body.data.track_id as string
  return { app, track }
}

describe('GET /v1/dte/consulta/:tipo/:folio', () => {
  test.each([33, 39])('says what the SII has of a %d', async (tipo) => {
    const { app } = await issued()
    const { body, headers } = await app.get(`/v1/dte/consulta/${tipo}/1`)
    expect(body.data).toMatchObject({
      estado: 'aceptado',
      codigo_sii: 'DOK',
      recibido: true,
      explicacion: { causa: expect.any(String) },
    })
    expect(headers.get('x-cache')).toBe('MISS')
  })

  // http §8
  test('that failed tells what the SII said, by the names that every error has', async () => {
    const { app } = await issued()
    await app.post('/simulador/fallas', { servicio: 'estado_dte', falla: 'sin_permiso' })
    const { status, body } = await app.get('/v1/dte/consulta/33/1')
    expect([status, body.detalles]).toEqual([502, [{ codigo_sii: '9', glosa: 'USUARIO NO AUTORIZADO' }]])
  })

  test('keeps an answer for a minute', async () => {
    const { app } = await issued()
    await app.get('/v1/dte/consulta/33/1')
    await app.post('/simulador/fallas', { servicio: 'todos', falla: 'http_503' })
    expect((await app.get('/v1/dte/consulta/33/1')).headers.get('x-cache')).toBe('HIT')
    app.advance(61_000)
    expect(await app.get('/v1/dte/consulta/33/1')).toMatchObject({
      status: 503,
      body: { code: 'SII_UNAVAILABLE' },
    })
  })

  test('asks anew when the clock was put back since: the answer kept is no minute old', async () => {
    const { app } = await issued()
    await app.get('/v1/dte/consulta/33/1')
    app.jump(-3_600_000)
    expect((await app.get('/v1/dte/consulta/33/1')).headers.get('x-cache')).toBe('MISS')
  })

  test('of a document that was never sent says that the SII does not have it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura())
    expect((await app.get('/v1/dte/consulta/33/1')).body.data).toMatchObject({
      estado: 'no_enviado',
      codigo_sii: 'FAU',
      recibido: false,
      track_id: null,
    })
  })
})

describe('GET /v1/dte/estado/:trackId', () => {
  test.each([33, 39])('says how the envelope of a %d fared', async (tipo) => {
    const { app, track } = await issued()
    const { body } = await app.get(`/v1/dte/estado/${await track(tipo)}`)
    expect(body.data).toMatchObject({
      estado: 'procesado',
      codigo_sii: 'EPR',
      informados: 1,
      aceptados: 1,
      rechazados: 0,
      reparos: 0,
      detalle: [],
    })
  })

  test('knows only envelopes of the company', async () => {
    const { app, track } = await issued()
    const other = await app.registerCompany()
    // Its own RUT is asked about, and the SII knows no such envelope of that.
    const certificado = { simulado: true }
    await app.post(`/v1/empresa/${other.empresaId}/certificado`, certificado, other.session)
    expect((await app.get(`/v1/dte/estado/${await track(33)}`, other.key)).body.code).toBe('NOT_FOUND')
    expect((await app.get('/v1/dte/consulta/33/1', other.key)).body.data).toMatchObject({
      ...{ estado: null, recibido: false },
    })
    expect((await app.get('/v1/dte/estado/999999')).status).toBe(404)
  })

  test('needs the permission to ask', async () => {
    const { app, track } = await issued()
    const created = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    const reply = await app.get(`/v1/dte/estado/${await track(33)}`, {
      'x-api-key': created.body.data.api_key,
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'SCOPE_REQUIRED' } })
  })
})
