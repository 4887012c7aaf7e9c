// How long folios last, what to annul, and folios that ask for themselves by their forecast (http §18).

import { describe, expect, test } from 'bun:test'
import { discard, emit, emitRefused } from '../../support/emision'
import { boleta } from '../../support/emisor'
import { type CompanyApp, type TestApp, testAppWithFolios } from '../../support/test-app'

const DAY = 86_400_000
const pronostico = async (app: TestApp, query = '') =>
  (await app.get(`/v1/dte/folios/pronostico${query}`)).body.data
const porAnular = async (app: TestApp, query = '') =>
  (await app.get(`/v1/dte/folios/por-anular${query}`)).body
const auto = (app: TestApp, body: object = {}) =>
  app.put('/v1/dte/folios/39/alerta', {
    reposicion_automatica: true,
    cantidad: 'pronostico',
    umbral: 0,
    ...body,
  })
const disponibles = async (app: TestApp): Promise<number> =>
  (await app.get('/v1/dte/folios')).body.data[0].disponibles
/** Folios of so many boletas, some days apart. */
async function sell(app: TestApp, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await emit(app, boleta())
}

describe('the forecast of a company', () => {
  test('tells of each type its pace, its end, and how many to ask for', async () => {
    const app = await testAppWithFolios({ folios: { 39: 40, 33: 5 } })
    await sell(app, 30)
    const [factura, boletas] = await pronostico(app)
    expect(boletas).toEqual({
      tipo_dte: 39,
      ritmo_diario: { promedio_30: 1, promedio_90: 0.33 },
      disponibles: 10,
      se_agota_el: '2026-11-30',
      vence_el: null,
      se_perderan: 0,
      sugerida: 35,
      motivo: 'Con 35 folios más alcanza para 45 días al ritmo actual',
    })
    expect(factura).toMatchObject({
      tipo_dte: 33,
      sugerida: 0,
      se_agota_el: null,
      vence_el: '2027-05-20',
      se_perderan: 5,
    })
    expect(await pronostico(app, '?tipo_dte=39')).toEqual([boletas])
    expect((await app.get('/v1/dte/folios/pronostico?tipo_dte=35')).body.code).toBe('INVALID_PARAMETER')
  })

  test('keeps for ninety days what thirty have forgotten', async () => {
    const app = await testAppWithFolios({ folios: { 39: 100 } })
    await sell(app, 9)
    app.advance(40 * DAY)
    expect(await pronostico(app)).toMatchObject([{ ritmo_diario: { promedio_30: 0, promedio_90: 0.1 } }])
  })

  test('is how many a request by hand gets, and none is asked for where it suggests none', async () => {
    const app = await testAppWithFolios({ folios: { 39: 40 } })
    const ask = () => app.post('/v1/dte/folios/solicitar', { tipo_dte: 39, cantidad: 'pronostico' })
    expect((await ask()).body).toMatchObject({
      code: 'INVALID_STATE',
      error: expect.stringContaining('Sin uso'),
    })
    await sell(app, 30)
    expect((await ask()).body.data).toMatchObject({ cantidad: 35, solicitada: 35, desde: 41 })
  })
})

/** The next hour of the schedule comes. */
async function hour(app: CompanyApp): Promise<void> {
  await app.app.services.cron.runAll()
  app.advance(3_600_000)
  await app.app.services.cron.runAll()
  await app.drainJobs()
}

describe('folios that ask for themselves by their forecast', () => {
  test('do so a week before their end, once', async () => {
    const app = await testAppWithFolios({ folios: { 39: 40 } })
    expect((await auto(app)).body.data).toMatchObject({ cantidad: 'pronostico', umbral: 0 })
    await sell(app, 30)
    await hour(app)
    expect(await disponibles(app)).toBe(10)
    await sell(app, 4)
    await hour(app)
    // Six left at 34 in thirty days: 45 of them are 51.
    expect(await disponibles(app)).toBe(51)
    await hour(app)
    expect(await disponibles(app)).toBe(51)
  })

  test('do so at their threshold, for enough to rise above it though nothing was used', async () => {
    const app = await testAppWithFolios({ folios: { 39: 10 } })
    await auto(app, { umbral: 30 })
    await hour(app)
    expect(await disponibles(app)).toBe(31)
  })

  test('go back to a number, and to as many as the SII gives', async () => {
    const app = await testAppWithFolios({ folios: { 39: 10 } })
    const cantidad = async (value: unknown) => (await auto(app, { cantidad: value })).body.data.cantidad
    expect([await cantidad(7), await cantidad('pronostico'), await cantidad('max')]).toEqual([
      7,
      'pronostico',
      'max',
    ])
    await auto(app)
    const kept = await app.put('/v1/dte/folios/39/alerta', { umbral: 3 })
    expect(kept.body.data.cantidad).toBe('pronostico')
  })
})

describe('what is to be annulled', () => {
  test('is told as runs within one range: what was skipped, and what documents left behind', async () => {
    const app = await testAppWithFolios({ folios: { 33: 10 } })
    expect(await porAnular(app)).toMatchObject({ data: [], paginacion: { total: 0 } })
    await app.post('/v1/dte/folios/33/saltar', { hasta: 3 })
    const id = await emitRefused(app)
    await discard(app, id, false)
    await app.post('/v1/dte/folios/33/saltar', { hasta: 6 })
    const { data } = await porAnular(app)
    expect(data).toMatchObject([{ tipo_dte: 33, desde: 1, hasta: 6, cantidad: 6, causa: 'hueco' }])
  })

  test('are the rests of ranges that expired, folios given back among them', async () => {
    const app = await testAppWithFolios({ folios: { 33: 10, 39: 10 } })
    const id = await emitRefused(app)
    await discard(app, id, true)
    expect((await porAnular(app)).data).toEqual([])
    app.advance(200 * DAY)
    const { data, paginacion } = await porAnular(app)
    expect(data).toMatchObject([
      { tipo_dte: 33, desde: 1, hasta: 1, causa: 'hueco', vence_el: '2027-05-20' },
      { tipo_dte: 33, desde: 2, hasta: 10, causa: 'vencido' },
    ])
    expect(paginacion.total).toBe(2)
    expect((await porAnular(app, '?limite=1&pagina=2')).data).toMatchObject([{ desde: 2 }])
  })
})
