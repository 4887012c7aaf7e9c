// The report of used folios through the API: counted, sent once, followed (areas/rcof).

import { describe, expect, test } from 'bun:test'
import { discard, emit, fail, heal, linea } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import {
  loadFolios,
  type TestApp,
  type TestAppOptions,
  testApp,
  testAppWithFolios,
} from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

const DAY = 86_400_000
/** The day on which the app's clock begins. */
const HOY = '2026-11-20'

const send = (app: TestApp, body: object = { fecha: HOY }, query = '') =>
  app.post(`/v1/dte/rcof${query}`, body)
const report = async (app: TestApp, fecha = HOY) => (await app.get(`/v1/dte/rcof/${fecha}`)).body.data
/** The reports at the simulated SII. */
const atSii = async (app: TestApp) => (await app.get('/simulador/rcof')).body.data

/** A shop at the end of its day: three boletas, one exempt, one voided by a note; and a factura with a note of its own. */
async function shop(options: TestAppOptions = {}) {
  const app = await testAppWithFolios(options)
  for (let i = 0; i < 3; i++) await emit(app, boleta())
  await emit(app, boleta({ tipo_dte: 41 }))
  await emit(app, factura())
  await app.settle()
  for (const tipo of [39, 33]) await app.post(`/v1/dte/${tipo}/1/anular`, { motivo: 'Se arrepintió' })
  await app.settle()
  return app
}
const shopNextDay = async (options: TestAppOptions = {}) => {
  const app = await shop(options)
  app.advance(DAY)
  return app
}

describe('a day', () => {
  test('is reported with its boletas and the notes over them, accepted by the SII and told of', async () => {
    const receptor = createReceptor()
    const app = await shopNextDay({ receptor: receptor.fetch })
    await register(app, { eventos: ['rcof.enviado', 'rcof.aceptado', 'rcof.rechazado'] })
    const { status, body, headers } = await send(app)
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(`/v1/dte/rcof/trabajos/${body.data.job_id}`)
    expect(body.data).toMatchObject({
      fecha: HOY,
      secuencia: 1,
      estado: 'enviado',
      track_id: expect.stringMatching(/^\d+$/),
      obligatorio: false,
      resumen: [
        {
          tipo_dte: 39,
          emitidos: 3,
          anulados: 0,
          utilizados: 3,
          rangos: [[1, 3]],
          rangos_anulados: [],
          total: 35940,
        },
        {
          tipo_dte: 41,
          emitidos: 1,
          utilizados: 1,
          rangos: [[1, 1]],
          neto: 0,
          iva: 0,
          exento: 11980,
          total: 11980,
        },
        { tipo_dte: 61, emitidos: 1, rangos: [[1, 1]], total: 11980 },
      ],
    })
    const [{ neto, iva, total }] = body.data.resumen
    expect(neto + iva).toBe(total)
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado', codigo_sii: 'EPR' })
    expect(await atSii(app)).toMatchObject([
      { fecha: HOY, secuencia: 1, estado: 'EPR', veces: 1, razones: [] },
    ])
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body).evento)).toEqual([
      'rcof.enviado',
      'rcof.aceptado',
    ])
  })

  test('that a page of the SII refuses says so itself, with what to do, until it is sent', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'empresa_no_autorizada', 1)
    const { body } = await send(app)
    expect(body.data).toMatchObject({ estado: 'preparado', error: { reintentable: false } })
    const refused = await report(app)
    const job = (await app.get(`/v1/dte/rcof/trabajos/${refused.job_id}`)).body.data
    expect(refused.error).toMatchObject({ code: job.error.code, error: job.error.error })
    expect([refused.glosa, refused.error.accion].every((text) => text?.length > 10)).toBe(true)
    expect((await app.get('/v1/dte/rcof')).body.data[0].error).toEqual(refused.error)
    await send(app)
    expect(await report(app)).toMatchObject({ estado: 'enviado', error: null })
  })

  test('without boletas is one summary of zeros, which the SII accepts', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const { body } = await send(app, { fecha: '2026-11-19' })
    expect(body.data.resumen).toMatchObject([
      { tipo_dte: 39, total: 0, emitidos: 0, utilizados: 0, rangos: [] },
    ])
    await app.settle()
    expect(await report(app, '2026-11-19')).toMatchObject({ estado: 'aceptado' })
  })

  test('leaves out what was rejected and what was given up, and the SII has nothing against that', async () => {
    const app = await testAppWithFolios({ folios: { 39: 9 } })
    await emit(app, boleta())
    // The magic receptor whose stamp the SII finds wrong.
    await emit(app, boleta({ receptor: { rut: '90000002-2', razon_social: 'Sello malo' } }))
    await app.settle()
    await fail(app, 'boleta_envio', 'sin_permiso', 1)
    const stopped = await emit(app, boleta())
    await app.drainJobs()
    await discard(app, stopped, true)
    await emit(app, boleta())
    await emit(app, boleta())
    await app.settle()
    app.advance(DAY)
    const { body } = await send(app)
    expect(body.data.resumen).toMatchObject([
      {
        tipo_dte: 39,
        emitidos: 3,
        rangos: [
          [1, 1],
          [3, 4],
        ],
      },
    ])
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado' })
  })

  test('counts a note over a boleta of another program too', async () => {
    const app = await testAppWithFolios({ folios: { 61: 9 } })
    const referencias = [{ tipo_documento: 39, folio: 777, fecha: HOY, codigo: 3 }]
    await emit(app, factura({ tipo_dte: 61, referencias, ...linea(1000) }))
    await emit(
      app,
      factura({ tipo_dte: 61, referencias: [{ ...referencias[0], tipo_documento: 33 }], ...linea(1000) }),
    )
    await app.drainJobs()
    const { body } = await app.get(`/v1/dte/rcof/${HOY}/previa`)
    expect(body.data.resumen).toMatchObject([{ tipo_dte: 61, rangos: [[1, 1]] }])
  })

  test('that has not come is refused, and today unless it is forced', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const refused = async (fecha: string, forzar = false) => {
      const { status, body } = await send(app, { fecha, forzar })
      return [status, body.code, body.detalles?.[0].regla]
    }
    expect(await refused('2026-11-21', true)).toEqual([400, 'INVALID_PARAMETER', 'futura'])
    expect(await refused(HOY)).toEqual([400, 'INVALID_PARAMETER', 'en_curso'])
    expect((await send(app, { fecha: HOY, forzar: true })).status).toBe(202)
    expect((await send(app, { fecha: '2026-02-30' })).status).toBe(422)
  })

  test.each([
    ['the last of December', '2027-01-01T02:59:00Z', '2026-12-31', '2027-01-01T03:01:00Z'],
    ['the one whose midnight is put forward', '2026-09-07T02:59:00Z', '2026-09-06', '2026-09-07T03:01:00Z'],
    ['the one whose clock is put back', '2026-04-05T02:59:00Z', '2026-04-04', '2026-04-05T04:01:00Z'],
  ])('is over when it is in Chile: %s', async (_, before, fecha, after) => {
    const app = await testAppWithFolios({ now: before, folios: { 39: 3 } })
    await emit(app, boleta())
    await app.settle()
    expect((await send(app, { fecha })).status).toBe(400)
    app.setNow(after)
    await emit(app, boleta())
    await app.settle()
    const { status, body } = await send(app, { fecha })
    expect([status, body.data.resumen[0].rangos]).toEqual([202, [[1, 1]]])
    await app.settle()
    expect(await report(app, fecha)).toMatchObject({ estado: 'aceptado' })
  })
})

describe('a second report of a day', () => {
  test('is refused while nothing changed, and follows with the next number when something did, or when forced', async () => {
    const app = await shopNextDay()
    await send(app)
    await app.settle()
    expect((await send(app)).body).toMatchObject({ code: 'INVALID_STATE' })
    expect((await app.get(`/v1/dte/rcof/${HOY}/previa`)).body.data).toMatchObject({
      secuencia: 2,
      cambio: false,
    })
    await emit(app, boleta({ fecha_emision: HOY }))
    await app.settle()
    expect((await app.get(`/v1/dte/rcof/${HOY}/previa`)).body.data).toMatchObject({
      secuencia: 2,
      cambio: true,
    })
    expect((await send(app)).body.data).toMatchObject({ secuencia: 2, estado: 'enviado' })
    await app.settle()
    expect((await send(app, { fecha: HOY, forzar: true })).body.data).toMatchObject({ secuencia: 3 })
    await app.settle()
    const { body } = await app.get('/v1/dte/rcof')
    expect(body.data.map((r: { secuencia: number; estado: string }) => [r.secuencia, r.estado])).toEqual([
      [3, 'aceptado'],
      [2, 'reemplazado'],
      [1, 'reemplazado'],
    ])
    expect(await atSii(app)).toMatchObject([{ estado: 'EPR' }, { estado: 'EPR' }, { estado: 'EPR' }])
  })

  test('asked for while the first is under way joins it', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'http_503', 1)
    const first = await send(app)
    const second = await send(app)
    expect(first.body.data).toMatchObject({ estado: 'preparado', track_id: null })
    expect([second.status, second.body.data.job_id]).toEqual([202, first.body.data.job_id])
    await app.settle()
    expect(await report(app)).toMatchObject({ secuencia: 1, estado: 'aceptado' })
  })

  test('after one that the SII objected to is the whole day again', async () => {
    const app = await shopNextDay()
    // The SII has a boleta that this database lost.
    app.store.client
      .prepare("UPDATE documento SET fecha_emision = '2026-11-18' WHERE tipo_dte = 39 AND folio = 2")
      .run()
    await send(app)
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado_con_reparos', codigo_sii: 'RPR' })
    expect((await atSii(app))[0].razones.map((r: { mensaje: string }) => r.mensaje)).toContain(
      '39-2 fue recibido y no se informa',
    )
    app.store.client
      .prepare('UPDATE documento SET fecha_emision = ? WHERE tipo_dte = 39 AND folio = 2')
      .run(HOY)
    await send(app)
    await app.settle()
    expect(await report(app)).toMatchObject({
      secuencia: 2,
      estado: 'aceptado',
      resumen: [{ rangos: [[1, 3]] }, {}, {}],
    })
  })
})

describe('an upload', () => {
  test('whose answer was lost is sent again unchanged, and the SII has it once', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'corte_despues_de_guardar', 1)
    const { body } = await send(app)
    expect(body.data).toMatchObject({ estado: 'preparado', track_id: null })
    const frozen = (await app.get(`/v1/dte/rcof/${HOY}/xml`)).body
    await app.settle()
    const [row, ...others] = await atSii(app)
    expect([row.veces, others]).toEqual([2, []])
    expect(await report(app)).toMatchObject({ estado: 'aceptado', track_id: row.track_id, secuencia: 1 })
    expect((await app.get(`/v1/dte/rcof/${HOY}/xml`)).body).toBe(frozen)
  })

  test('of a server that died with the answer is sent again by the next one, the same bytes', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'corte_despues_de_guardar', 1)
    await send(app)
    const frozen = (await app.get(`/v1/dte/rcof/${HOY}/xml`)).body
    const next = await testApp({ store: app.store, now: app.clock().toISOString() })
    next.speakAs(app.tenant)
    next.app.services.runner.rescue()
    await next.settle()
    expect(await atSii(next)).toMatchObject([{ veces: 2, estado: 'EPR' }])
    expect(await report(next)).toMatchObject({ estado: 'aceptado', secuencia: 1 })
    expect((await next.get(`/v1/dte/rcof/${HOY}/xml`)).body).toBe(frozen)
  })

  test('costs one unit, however many attempts it takes', async () => {
    const app = await shopNextDay({ planInicial: 'Emprendedor' })
    const left = async () =>
      Number((await app.get(`/v1/dte/rcof/${HOY}/estado`)).headers.get('x-quota-remaining'))
    await fail(app, 'rcof', 'cuerpo_truncado', 2)
    const { headers } = await send(app)
    await app.settle()
    expect((await report(app)).estado).toBe('aceptado')
    // One for the report, one for the question.
    expect([Number(headers.get('x-quota-remaining')) - (await left())]).toEqual([1])
    const units = app.store.client
      .prepare("SELECT sum(usadas) FROM cuota_consulta WHERE operacion = 'rcof'")
      .pluck()
    expect(units.get()).toBe(2)
  })

  test('that the SII refuses stops its job, and keeps its number for the next', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'sin_permiso', 1)
    const { status, body } = await send(app)
    expect([status, body.data.estado, body.data.track_id]).toEqual([202, 'preparado', null])
    const stopped = (await app.get(`/v1/dte/rcof/trabajos/${body.data.job_id}`)).body.data
    expect(stopped).toMatchObject({
      tipo: 'rcof.enviar',
      estado: 'failed',
      error: { code: 'SII_REFUSED', sii: { codigo: '1' } },
    })
    expect((await send(app)).body.data).toMatchObject({ secuencia: 1, estado: 'enviado' })
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado' })
  })

  test('that may have arrived is sent again by retrying its job, and another takes its place only when forced', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'corte_despues_de_guardar')
    const id = (await send(app)).body.data.job_id
    for (let i = 0; i < 9; i++) {
      app.advance(2 * 3_600_000)
      await app.drainJobs()
    }
    const path = `/v1/dte/rcof/trabajos/${id}`
    expect((await app.get(path)).body.data.estado).toBe('dlq')
    await heal(app)
    expect((await send(app)).body).toMatchObject({
      code: 'INVALID_STATE',
      error: expect.stringContaining(id),
    })
    expect((await app.post(`${path}/reintentar`)).status).toBe(202)
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado', secuencia: 1, job_id: id })
  })

  test('needs a certificate before anything is queued', async () => {
    const app = await shopNextDay()
    app.store.client.prepare('DELETE FROM certificado').run()
    expect((await send(app)).body.code).toBe('CERTIFICATE_MISSING')
    expect((await app.get('/v1/dte/rcof/trabajos')).body.data).toEqual([])
  })
})

describe('a verdict', () => {
  test('is asked for at once by whoever pays for it, and told once', async () => {
    const receptor = createReceptor()
    const app = await shopNextDay({ receptor: receptor.fetch })
    await register(app, { eventos: ['rcof.aceptado'] })
    await send(app)
    const asked = await app.get(`/v1/dte/rcof/${HOY}/estado`)
    expect([asked.status, asked.body.data.estado, asked.body.data.codigo_sii]).toEqual([
      200,
      'enviado',
      'REC',
    ])
    app.advance(900)
    expect((await app.get(`/v1/dte/rcof/${HOY}/estado`)).body.data.estado).toBe('aceptado')
    await app.settle()
    expect(receptor.recibidos).toHaveLength(1)
  })

  test('waits out an SII that is silent for longer than the attempts of a job (areas/rcof §3)', async () => {
    const app = await shopNextDay()
    await send(app)
    await fail(app, 'estado_envio', 'http_503')
    for (let hour = 0; hour < 14 * 24; hour++) {
      await app.drainJobs()
      app.advance(3_700_000)
    }
    expect((await app.get('/v1/dte/rcof/trabajos?estado=dlq')).body.data).toEqual([])
    await heal(app)
    await app.settle()
    expect((await report(app)).estado).toBe('aceptado')
  })

  test('and its report are not lost in an outage of a fortnight (jobs §8)', async () => {
    const app = await shopNextDay()
    await fail(app, 'rcof', 'http_503')
    await send(app)
    const pass = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await app.drainJobs()
        await app.app.services.cron.runAll()
        app.advance(3_600_000)
      }
    }
    await pass(14 * 24)
    await heal(app)
    await pass(8)
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'aceptado', secuencia: 1 })
  }, 120_000)

  test('of a signature that the SII does not take is a rejection', async () => {
    const app = await shopNextDay()
    await send(app)
    app.store.client.prepare("UPDATE sim_rcof SET estado = 'RFR'").run()
    await app.settle()
    expect(await report(app)).toMatchObject({ estado: 'rechazado', codigo_sii: 'RFR' })
    expect((await send(app)).body.code).toBe('INVALID_STATE')
    expect((await send(app, { fecha: HOY, forzar: true })).body.data).toMatchObject({ secuencia: 2 })
  })

  test('is not to be had before there is a Track ID, nor of a day that was not reported', async () => {
    const app = await shopNextDay()
    expect((await app.get(`/v1/dte/rcof/${HOY}/estado`)).status).toBe(404)
    await fail(app, 'rcof', 'http_503', 1)
    await send(app)
    expect((await app.get(`/v1/dte/rcof/${HOY}/estado`)).body.code).toBe('INVALID_STATE')
    expect((await app.get('/v1/dte/rcof/ayer')).body.code).toBe('INVALID_PARAMETER')
  })
})

test('two accounts with one RUT report each their own day', async () => {
  const app = await shop()
  const other = await app.registerCompany({ rut: '76543210-3' })
  await loadFolios(app, other, { 39: 9 })
  await app.post('/v1/dte/emitir', boleta(), other.key)
  await app.settle()
  app.advance(DAY)
  await send(app)
  await app.post('/v1/dte/rcof', { fecha: HOY }, other.key)
  await app.settle()
  const theirs = (await app.get(`/v1/dte/rcof/${HOY}`, other.key)).body.data
  expect(theirs).toMatchObject({ secuencia: 1, estado: 'aceptado', resumen: [{ emitidos: 1 }] })
  expect(await report(app)).toMatchObject({ secuencia: 1, estado: 'aceptado' })
  expect((await app.get('/v1/dte/rcof', other.key)).body.paginacion.total).toBe(1)
})
