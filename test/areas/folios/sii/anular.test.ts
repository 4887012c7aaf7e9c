// POST /v1/dte/folios/anular and what follows from it (areas/folios §3; areas/rcof §1).

import { describe, expect, test } from 'bun:test'
import { annulAtSii, discard, emit, emitRefused, fail, heal } from '../../../support/emision'
import { boleta, factura } from '../../../support/emisor'
import { type TestApp, testAppWithFolios, type Wire } from '../../../support/test-app'
import { createReceptor, register } from '../../webhooks/receptor'
import { BASE, company, dieAt, end, request, used } from './banco'

const annul = (app: TestApp, desde: number, hasta: number, over: object = {}, query = '') =>
  app.post(`${BASE}/anular${query}`, { tipo_dte: 33, desde, hasta, motivo: 'Folios sin uso', ...over })
/** Folios that the simulated SII has annulled. */
const annulled = ({ store }: TestApp, tipo = 33) =>
  store.client
    .prepare<[number], number>('SELECT folio FROM sim_folio_anulado WHERE tipo_dte = ? ORDER BY folio')
    .pluck()
    .all(tipo)
const huecos = async (app: TestApp) => (await app.get(`${BASE}/huecos?limite=100`)).body.data
const gaps = async (app: TestApp) =>
  (await app.get(`${BASE}/por-anular`)).body.data.map((one: { desde: number; hasta: number }) => [
    one.desde,
    one.hasta,
  ])
const stock = async (app: TestApp, tipo = 33) =>
  (await app.get(BASE)).body.data.find((one: { tipo_dte: number }) => one.tipo_dte === tipo)

describe('folios that are free', () => {
  test('are annulled: 201, one unit, told, gaps with their instant, none of them to be annulled any more', async () => {
    const receptor = createReceptor()
    const app = await company({ receptor: receptor.fetch })
    await register(app, { eventos: ['folios.anulados'] })
    const { status, body } = await annul(app, 4, 6)
    expect([status, body.data]).toEqual([
      201,
      { id: expect.stringMatching(/^fol_/), estado: 'anulado', anulados: [[4, 6]], rehusados: [] },
    ])
    expect(annulled(app)).toEqual([4, 5, 6])
    expect((await used(app)).anulacion_folios).toBe(1)
    expect(
      (await huecos(app)).map((one: Record<string, unknown>) => [one.folio, one.estado, one.anulado_en]),
    ).toEqual([4, 5, 6].map((folio) => [folio, 'anulado', app.clock().toISOString()]))
    expect(await gaps(app)).toEqual([])
    await app.drainJobs()
    expect(receptor.recibidos.map((one) => JSON.parse(one.body).data)).toEqual([
      {
        empresa_id: app.tenant.empresaId,
        ambiente: 'simulacion',
        tipo_dte: 33,
        desde: 4,
        hasta: 6,
        rehusados: [],
      },
    ])
  })

  test('are out of use before the SII is asked, and those in front of them stay for documents', async () => {
    const app = await company()
    const { status, body } = await annul(app, 4, 6, {}, '?esperar=0')
    expect(status).toBe(202)
    expect(await stock(app)).toMatchObject({ disponibles: 7, siguiente: 1, dias_estimados: null })
    for (let i = 0; i < 4; i++) await emit(app)
    expect(await stock(app)).toMatchObject({ disponibles: 3, siguiente: 8 })
    expect((await end(app, body.data.job_id)).result).toMatchObject({ estado: 'anulado' })
    await app.settle()
    const { data } = (await app.get('/v1/documentos?tipo_dte=33')).body
    expect(
      data.map((one: { folio: number; estado_sii: string }) => [one.folio, one.estado_sii]).sort(),
    ).toEqual([
      [1, 'aceptado'],
      [2, 'aceptado'],
      [3, 'aceptado'],
      [7, 'aceptado'],
    ])
    // Four in thirty days: what was passed over is no use.
    expect((await stock(app)).dias_estimados).toBe(Math.floor((3 * 30) / 4))
  })

  test('stay out of use when the SII refuses, and are annulled by asking again', async () => {
    const app = await company()
    await fail(app, 'folios_anular', 'pagina_ajena')
    const { job_id } = (await annul(app, 9, 10, {}, '?esperar=0')).body.data
    expect((await end(app, job_id)).estado).toBe('dlq')
    expect(await gaps(app)).toEqual([[9, 10]])
    await heal(app)
    expect((await annul(app, 9, 10)).body.data).toMatchObject({ estado: 'anulado', anulados: [[9, 10]] })
  })

  test('passed over by hand, in part, are annulled as far as was asked', async () => {
    const app = await company()
    await app.post(`${BASE}/33/saltar`, { hasta: 8 })
    await annul(app, 3, 5)
    expect(await gaps(app)).toEqual([
      [1, 2],
      [6, 8],
    ])
    expect(annulled(app)).toEqual([3, 4, 5])
  })

  test('of an expired range are annulled; of two ranges, each at its own', async () => {
    const app = await company()
    await request(app, { cantidad: 5 })
    app.setNow('2027-06-01T15:00:00.000Z')
    expect(await gaps(app)).toEqual([
      [1, 10],
      [11, 15],
    ])
    expect((await annul(app, 8, 12)).body.data).toMatchObject({ anulados: [[8, 12]] })
    expect(annulled(app)).toEqual([8, 9, 10, 11, 12])
    expect(await gaps(app)).toEqual([
      [1, 7],
      [13, 15],
    ])
  })
})

describe('folios that are not', () => {
  test('are refused before the SII is asked, all faults at once', async () => {
    const app = await company()
    for (let i = 0; i < 2; i++) await emit(app)
    await annul(app, 5, 5)
    const { status, body } = await annul(app, 1, 12)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(
      body.detalles.map((one: { regla: string; mensaje: string }) => [one.regla, one.mensaje.split(':')[0]]),
    ).toEqual([
      ['fuera_de_rango', 'Folios 11 a 12'],
      ['ya_tomado', 'Folios 1 a 2'],
      ['anulado', 'Folios 5'],
    ])
    expect((await used(app)).anulacion_folios).toBe(1)
    expect((await annul(app, 5, 4)).body.detalles).toMatchObject([{ campo: 'hasta' }])
    expect((await annul(app, 7, 7, { motivo: '' })).status).toBe(422)
    expect((await annul(app, 7, 7, { motivo: 'Ya no \u{1F600}' })).status).toBe(422)
    expect(await stock(app)).toMatchObject({ disponibles: 7 })
  })

  test('because another program’s document bears one are halved, down to it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    // Its documents are at the SII, and none is here: folios 6 and 7 went out elsewhere.
    app.store.client.exec('UPDATE caf SET siguiente = 6 WHERE tipo_dte = 33')
    for (let i = 0; i < 2; i++) await emit(app)
    await app.settle()
    app.store.client.exec(
      "DELETE FROM documento_dia; UPDATE documento SET folio_estado = 'libre', tipo_dte = 34 WHERE folio IN (6, 7)",
    )
    const { body } = await annul(app, 8, 8)
    expect(body.data.estado).toBe('anulado')
    app.store.client.exec('UPDATE caf SET siguiente = 1 WHERE tipo_dte = 33')
    app.store.client.exec('DELETE FROM folio_apartado')
    app.store.client.exec('DELETE FROM folio_anulacion')
    const again = await annul(app, 1, 10)
    expect(again.body.data).toMatchObject({
      estado: 'parcial',
      // The eighth was annulled before, which is as good.
      anulados: [
        [1, 5],
        [8, 10],
      ],
      rehusados: [
        { folio: 6, glosa: expect.stringMatching(/recepcionado/i) },
        { folio: 7, glosa: expect.stringMatching(/recepcionado/i) },
      ],
    })
    expect(annulled(app)).toEqual([1, 2, 3, 4, 5, 8, 9, 10])
    const told = (await huecos(app)).filter((one: { estado: string }) => one.estado === 'emitido_fuera')
    expect(told.map((one: { folio: number }) => one.folio)).toEqual([6, 7])
    expect(await gaps(app)).toEqual([])
    expect((await used(app)).anulacion_folios).toBe(2)
  })
})

test('a folio that its document gave up is annulled, told with its job, and counted by the report of the day', async () => {
  const app = await company()
  const [kept, job] = [await emit(app, boleta()), await emitRefusedBoleta(app)]
  await discard(app, job, false)
  await app.settle()
  expect(kept).toBeTruthy()
  expect(await gaps(app)).toEqual([[2, 2]])
  expect((await annul(app, 2, 4, { tipo_dte: 39 })).body.data).toMatchObject({ anulados: [[2, 4]] })
  expect(
    (await huecos(app)).map((one: Record<string, unknown>) => [
      one.folio,
      one.estado,
      one.job_id,
      one.anulado_en !== null,
    ]),
  ).toEqual([
    [2, 'anulado', job, true],
    [3, 'anulado', null, true],
    [4, 'anulado', null, true],
  ])
  expect(await gaps(app)).toEqual([])
  const { data } = (await app.get('/v1/dte/rcof/2026-11-20/previa')).body
  expect(data.resumen[0]).toMatchObject({
    tipo_dte: 39,
    emitidos: 1,
    anulados: 3,
    utilizados: 4,
    rangos_anulados: [[2, 4]],
  })
  app.advance(86_400_000)
  const next = (await app.get('/v1/dte/rcof/2026-11-21/previa')).body.data
  expect(next.resumen[0]).toMatchObject({ anulados: 0 })
})

/** A boleta that the SII refuses at its door. */
async function emitRefusedBoleta(app: TestApp): Promise<string> {
  await app.settle()
  await fail(app, 'boleta_envio', 'sin_permiso', 1)
  const id = await emit(app, boleta())
  await app.drainJobs()
  return id
}

describe('a process that dies', () => {
  for (const moment of ['before', 'after'] as const)
    for (const pagina of ['af_anular1', 'af_anular2', 'af_anular3', 'af_anular'])
      test(`${moment} ${pagina} annuls each once, and knows it`, async () => {
        const { app, id } = await dieAt(pagina, moment, (a) => annul(a, 4, 6, {}, '?esperar=0'))
        expect((await end(app, id)).result).toMatchObject({ estado: 'anulado', anulados: [[4, 6]] })
        expect(annulled(app)).toEqual([4, 5, 6])
        expect(await gaps(app)).toEqual([])
        expect((await used(app)).anulacion_folios).toBe(1)
      })
})

test('many are annulled by turns, lest others wait for the pages, and none is asked for twice', async () => {
  const asked: string[] = []
  const wire: Wire = async (url, _, pass) => {
    const program = url.split('/').at(-1)!
    if (program.startsWith('af_')) {
      asked.push(program)
      app.advance(6000)
    }
    return pass()
  }
  const app = await company({ wire })
  // One of the eight was annulled at the SII's site: each half with it is halved again.
  annulAtSii(app, 33, 6)
  const { job_id } = (await annul(app, 1, 8, {}, '?esperar=0')).body.data
  expect((await end(app, job_id)).result).toMatchObject({ estado: 'anulado', anulados: [[1, 8]] })
  expect(annulled(app)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(asked.filter((one) => one === 'af_anular1').length).toBeGreaterThan(1)
  // 1-8, 1-4, 5-8, 5-6, 5, 6, 7-8.
  expect(asked.filter((one) => one === 'af_anular')).toHaveLength(7)
  expect((await used(app)).anulacion_folios).toBe(1)
})

test('another account annuls nothing of it', async () => {
  const app = await company()
  const other = await app.registerCompany()
  const { status, body } = await app.post(
    `${BASE}/anular`,
    { tipo_dte: 33, desde: 4, hasta: 6, motivo: 'Sin uso' },
    other.key,
  )
  expect([status, body.detalles[0].regla]).toEqual([422, 'fuera_de_rango'])
  expect(annulled(app)).toEqual([])
})

test('a document that was refused at the door keeps its folio from being annulled until it is discarded', async () => {
  const app = await company()
  await emitRefused(app, factura())
  expect((await annul(app, 1, 1)).body.detalles).toMatchObject([{ regla: 'ya_tomado' }])
})
