// POST /v1/dte/folios/:tipo/saltar: a person passes over folios that other documents bear (http §18).

import { describe, expect, test } from 'bun:test'
import { discard, emit, fail, heal } from '../../support/emision'
import { factura } from '../../support/emisor'
import { loadFolios, type TestApp, testAppWithFolios } from '../../support/test-app'

const skip = (app: TestApp, hasta: unknown, tipo: number | string = 33, headers?: Record<string, string>) =>
  app.post(`/v1/dte/folios/${tipo}/saltar`, { hasta }, headers)
const skipBecause = (app: TestApp, hasta: number, motivo = 'Caja anterior') =>
  app.post('/v1/dte/folios/33/saltar', { hasta, motivo })
const stock = async (app: TestApp) => (await app.get('/v1/dte/folios')).body.data[0]
const huecos = async (app: TestApp, query = '?limite=100') =>
  (await app.get(`/v1/dte/folios/huecos${query}`)).body

describe('skipping folios', () => {
  test('makes gaps of them; the next document takes the one behind', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    await emit(app)
    expect(await skip(app, 41)).toMatchObject({
      status: 200,
      body: { data: { tipo_dte: 33, desde: 2, hasta: 41, saltados: 40, disponibles: 19 } },
    })
    expect(await stock(app)).toMatchObject({ siguiente: 42, disponibles: 19 })
    const { data, paginacion } = await huecos(app, '?limite=15&pagina=3')
    expect(paginacion.total).toBe(40)
    expect(data.map(({ folio }: { folio: number }) => folio)).toEqual([
      32, 33, 34, 35, 36, 37, 38, 39, 40, 41,
    ])
    expect(data[0]).toEqual({
      anulado_en: null,
      dicho_por: null,
      tipo_dte: 33,
      folio: 32,
      motivo: 'Folio saltado a mano; el SII no tiene un documento con él',
      job_id: null,
      estado: 'por_anular',
    })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(42)
  })

  test('takes those given back with them, and goes through ranges in their order', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await loadFolios(app, app.tenant, { 33: 5 })
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    await discard(app, id, true)
    expect((await skip(app, 7)).body.data).toMatchObject({ desde: 1, saltados: 7, disponibles: 3 })
    expect((await huecos(app)).paginacion.total).toBe(7)
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(8)
  })

  test.each([
    [1, 'ya_tomado', 'es el 3'],
    [2, 'ya_tomado', 'es el 3'],
    [61, 'fuera_de_rango', '3 a 60'],
  ])('up to %p is refused (%s) and says what would do', async (hasta, regla, said) => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    await emit(app)
    await emit(app)
    const { status, body } = await skip(app, hasta)
    expect({ status, campo: body.detalles[0].campo, regla: body.detalles[0].regla }).toEqual({
      status: 422,
      campo: 'hasta',
      regla,
    })
    expect(body.error).toContain(said)
    expect(await stock(app)).toMatchObject({ siguiente: 3, disponibles: 58 })
  })

  test('of a type without folios, or of no type at all, is refused', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    expect((await skip(app, 5, 34)).body.detalles[0].regla).toBe('sin_folios')
    expect((await skip(app, 5, 35)).status).toBe(404)
    expect((await skip(app, 0)).status).toBe(422)
    expect((await skip(app, '5')).status).toBe(422)
  })

  test('needs folios:administrar and is written down', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    const body = { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['folios:leer', 'dte:*'] }
    const reader = (await app.post('/v1/apikeys', body, app.tenant.session)).body.data.api_key
    expect((await skip(app, 5, 33, { 'x-api-key': reader })).status).toBe(403)
    await skip(app, 5)
    const done = (await app.get('/v1/auditoria?accion=folios.saltados', app.tenant.session)).body.data
    expect(done).toHaveLength(1)
    expect(done[0].detalle).toEqual({
      ...{ tipo_dte: 33, desde: 1, hasta: 5, saltados: 5, emitidos_fuera: 0 },
    })
  })

  test('ends that the type is por conciliar: who skips answers for it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    app.store.client.exec('UPDATE caf SET por_conciliar = 1')
    await fail(app, 'estado_dte', 'http_503')
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(503)
    expect((await skip(app, 20)).body).toMatchObject({
      code: 'SII_UNAVAILABLE',
      error: expect.stringContaining('un motivo'),
    })
    expect(await stock(app)).toMatchObject({ siguiente: 1, por_conciliar: true })
    expect((await skipBecause(app, 20)).body.data).toMatchObject({ saltados: 20, emitidos_fuera: 20 })
    expect(await stock(app)).toMatchObject({ por_conciliar: false })
    expect((await huecos(app)).data[19]).toMatchObject({
      ...{ folio: 20, estado: 'emitido_fuera', motivo: 'Caja anterior' },
    })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(21)
  })

  test('does not count as pace, and tells when nothing is left', async () => {
    const app = await testAppWithFolios({ folios: { 33: 60 } })
    await emit(app)
    await skip(app, 30)
    // One folio in thirty days: six are used before they expire in six months.
    expect((await stock(app)).dias_estimados).toBe(6 * 30)
    await skip(app, 60)
    expect((await app.post('/v1/dte/emitir', factura())).body.code).toBe('NO_FOLIOS')
  })

  test('files what the SII has as used elsewhere: nobody is told to annul a folio that is in use', async () => {
    const shared = { folios: {}, simuladorCompartido: true }
    const first = await testAppWithFolios(shared)
    const { caf_base64 } = (
      await first.post('/simulador/caf', { rut: '76543210-3', tipo_dte: 33, cantidad: 60 })
    ).body.data
    await first.post('/v1/dte/folios', { caf_base64, siguiente: 1 })
    for (let i = 0; i < 3; i++) await emit(first)
    await first.settle()
    const second = await testAppWithFolios({ ...shared, beside: first })
    // Else the SII says already then which are used.
    await fail(second, 'estado_dte', 'http_503')
    await second.post('/v1/dte/folios', { caf_base64, siguiente: 1 })
    await heal(second)
    expect((await skip(second, 5)).body.data).toMatchObject({ saltados: 5, emitidos_fuera: 3 })
    expect(
      (await huecos(second)).data.map(({ folio, estado }: { folio: number; estado: string }) => [
        folio,
        estado,
      ]),
    ).toEqual([
      [1, 'emitido_fuera'],
      [2, 'emitido_fuera'],
      [3, 'emitido_fuera'],
      [4, 'por_anular'],
      [5, 'por_anular'],
    ])
    const anular = { tipo_dte: 33, desde: 1, hasta: 3, motivo: 'No usados' }
    expect((await second.post('/v1/dte/folios/anular', anular)).status).toBe(422)
  })

  test('of more than the SII is asked for at once needs a reason', async () => {
    const app = await testAppWithFolios({ folios: { 33: 600 } })
    expect((await skip(app, 501)).body.detalles[0]).toMatchObject({ campo: 'hasta', regla: 'maximo' })
    expect((await skipBecause(app, 501)).body.data).toMatchObject({ saltados: 501, disponibles: 99 })
  })
})
