// PUT /v1/dte/folios/:tipo/alerta: when few folios are told of, and that more are asked for then (http §12, §18).

import { beforeEach, describe, expect, test } from 'bun:test'
import { discard, emit, emitRefused } from '../../support/emision'
import { type CompanyApp, testAppWithFolios, type Wire } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

const KINDS = ['folios.bajos', 'folios.agotados']

let app: CompanyApp
let receptor: ReturnType<typeof createReceptor>
/** Ten folios of 33, a webhook that is told of few. */
beforeEach(async () => {
  receptor = createReceptor()
  app = await testAppWithFolios({ folios: { 33: 10 }, receptor: receptor.fetch })
  await register(app, { eventos: KINDS })
})

const alerta = (body: object, tipo = 33, headers?: Record<string, string>) =>
  app.put(`/v1/dte/folios/${tipo}/alerta`, body, headers)
const stock = async () => (await app.get('/v1/dte/folios')).body.data[0]
const solicitar = (cantidad: number) => app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad })
/** The new notices: kind and folios left. */
async function told(): Promise<[string, number][]> {
  await app.drainJobs()
  return receptor.recibidos
    .splice(0)
    .map(({ body }) => JSON.parse(body))
    .map(({ evento, data }) => [evento, data.disponibles])
}
async function take(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await emit(app)
}

describe('the threshold', () => {
  test('is a tenth of the newest range until the company or the type has its own', async () => {
    expect(await stock()).toMatchObject({ umbral: 1, reposicion_automatica: false, cantidad: 'max' })
    await solicitar(40)
    expect((await stock()).umbral).toBe(4)
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { alerta_folios: 7 })
    expect((await stock()).umbral).toBe(7)
    const { status, body } = await alerta({ umbral: 3 })
    expect([status, body.data]).toEqual([
      200,
      { tipo_dte: 33, umbral: 3, reposicion_automatica: false, cantidad: 'max' },
    ])
    expect((await stock()).umbral).toBe(3)
    expect((await alerta({ umbral: null })).body.data.umbral).toBe(7)
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { alerta_folios: null })
    expect((await stock()).umbral).toBe(4)
  })

  test('is told once when the stock comes down to it, and again only after it rose above it', async () => {
    await alerta({ umbral: 7 })
    await take(2)
    expect(await told()).toEqual([])
    await take(3)
    expect(await told()).toEqual([['folios.bajos', 7]])
    await solicitar(2)
    await take(1)
    // Seven again without having been above: 5 + 2 is the threshold itself.
    expect(await told()).toEqual([])
    await solicitar(2)
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 7]])
  })

  test('counts a folio that a discarded document gave back', async () => {
    await alerta({ umbral: 8 })
    await take(1)
    const id = await emitRefused(app)
    expect(await told()).toEqual([['folios.bajos', 8]])
    await discard(app, id, true)
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 8]])
  })

  test('counts every range of the type, not the one in use alone', async () => {
    await solicitar(20)
    await alerta({ umbral: 12 })
    await take(17)
    expect(await told()).toEqual([])
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 12]])
  })

  test('above the stock is told with the next folio; the payload names it', async () => {
    await alerta({ umbral: 50 })
    expect(await told()).toEqual([])
    await take(2)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body))).toEqual([
      {
        evento: 'folios.bajos',
        data: {
          empresa_id: app.tenant.empresaId,
          ambiente: 'simulacion',
          tipo_dte: 33,
          disponibles: 9,
          umbral: 50,
        },
      },
    ])
  })

  test('of the company is looked at anew where it rules, and set again to the same it tells nothing twice', async () => {
    const { empresaId } = app.tenant
    await app.put(`/v1/empresa/${empresaId}`, { alerta_folios: 9 })
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 9]])
    await app.put(`/v1/empresa/${empresaId}`, { alerta_folios: 9, giro: 'Otro giro' })
    await alerta({ umbral: 9 })
    await take(1)
    expect(await told()).toEqual([])
    await alerta({ umbral: 8 })
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 7]])
  })

  test('of zero tells of the end alone', async () => {
    await alerta({ umbral: 0 })
    await take(10)
    expect(await told()).toEqual([['folios.agotados', 0]])
  })

  test('is told of a document that was accepted, never of one that was not', async () => {
    await alerta({ umbral: 9 })
    app.store.client.exec(
      "CREATE TRIGGER lleno BEFORE INSERT ON documento BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    expect((await app.post('/v1/dte/emitir', {})).status).toBe(422)
    await expect(emit(app)).rejects.toThrow()
    expect(await told()).toEqual([])
    app.store.client.exec('DROP TRIGGER lleno')
    await take(1)
    expect(await told()).toEqual([['folios.bajos', 9]])
  })

  test('is the company’s own, in one environment, and stands in the log of changes', async () => {
    const other = await app.registerCompany()
    await alerta({ umbral: 5 }, 33, other.key)
    await alerta({ umbral: 6 }, 33, { ...app.tenant.session, 'x-ambiente': 'certificacion' })
    expect((await stock()).umbral).toBe(1)
    await alerta({ umbral: 4, cantidad: 20 })
    const log = (await app.get('/v1/auditoria?accion=folios.alerta_cambiada', app.tenant.session)).body.data
    expect(log[0].detalle).toEqual({ tipo_dte: 33, umbral: 4, cantidad: 20 })
    expect(log).toHaveLength(2)
  })

  test('is refused for what is no type, no amount, or nothing at all', async () => {
    for (const tipo of [99, '033', 'x'])
      expect((await alerta({ umbral: 1 }, tipo as number)).status).toBe(404)
    for (const body of [{}, { umbral: -1 }, { umbral: 1.5 }, { umbral: '5' }, { cantidad: 0 }, { otro: 1 }])
      expect([body, (await alerta(body)).status]).toEqual([body, 422])
  })
})

describe('automatic replenishment', () => {
  test('asks for the amount when few are left, pays one unit, and tells of the range', async () => {
    await alerta({ umbral: 8, reposicion_automatica: true, cantidad: 30 })
    await take(1)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(9)
    await take(1)
    await app.drainJobs()
    expect(await stock()).toMatchObject({ disponibles: 38, umbral: 8 })
    const { data } = (await app.get('/v1/cuenta/uso')).body
    expect(data.consultas.por_operacion).toEqual({ solicitud_folios: 2 })
    const log = (await app.get('/v1/auditoria?accion=folios.solicitados', app.tenant.session)).body.data
    expect(log[0]).toMatchObject({
      actor: 'reposición automática',
      empresa_id: app.tenant.empresaId,
      detalle: { tipo_dte: 33, desde: 11, hasta: 40 },
    })
  })

  test('switched on when few are left already asks with the next folio', async () => {
    await alerta({ umbral: 9 })
    await take(2)
    await alerta({ reposicion_automatica: true, cantidad: 30 })
    await take(1)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(37)
  })

  test('asks once, however long the SII is away, and not at all when somebody loaded folios meanwhile', async () => {
    await alerta({ umbral: 8, reposicion_automatica: true, cantidad: 30 })
    const jobs = () =>
      app.store.client
        .prepare(
          "SELECT estado FROM job WHERE kind = 'folios.solicitar' AND json_extract(args, '$.cantidad') IS NULL",
        )
        .pluck()
        .all()
    await take(10)
    expect(jobs()).toEqual(['pending'])
    const { caf_base64 } = (
      await app.post('/simulador/caf', { rut: '76543210-3', tipo_dte: 33, cantidad: 20 })
    ).body.data
    expect((await app.post('/v1/dte/folios', { caf_base64 })).status).toBe(201)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed'])
    expect((await stock()).disponibles).toBe(20)
  })

  test('is tried again while the SII does not answer', async () => {
    let away = false
    const wire: Wire = async (url, _, pass) => {
      if (away && url.includes('/cvc_cgi/dte/')) throw new TypeError('fetch failed')
      return pass()
    }
    app = await testAppWithFolios({ folios: { 33: 10 }, wire })
    away = true
    await alerta({ umbral: 9, reposicion_automatica: true, cantidad: 30 })
    await take(1)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(9)
    away = false
    app.advance(10_000)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(39)
    expect((await app.get('/v1/cuenta/uso')).body.data.consultas.usadas).toBe(2)
  })

  test('asks nothing for a company that was deleted meanwhile', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true })
    await take(1)
    app.store.client.exec("UPDATE empresa SET deleted_at = '2026-11-20T15:00:00.000Z'")
    await app.app.services.runner.drain()
    const left = app.store.client
      .prepare(
        "SELECT estado FROM job WHERE kind = 'folios.solicitar' AND json_extract(args, '$.cantidad') IS NULL",
      )
      .pluck()
    expect(left.all()).toEqual(['failed'])
    expect(app.store.client.prepare('SELECT count(*) FROM caf').pluck().get()).toBe(1)
  })

  /** The next hour of the schedule comes. */
  const hour = async () => {
    await app.app.services.cron.runAll()
    app.advance(3_600_000)
    await app.app.services.cron.runAll()
    await app.drainJobs()
  }
  const schedule = async () => {
    const { estado } = (await app.get(`/v1/empresa/${app.tenant.empresaId}/programacion`)).body.data
    return estado.find(({ tarea }: { tarea: string }) => tarea === 'folios')
  }

  test('leaves people the last fifth of the plan, and says so', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true })
    app.store.client.exec("UPDATE cuenta SET plan = 'Gratis'; UPDATE cuota_consulta SET usadas = 40")
    await take(1)
    await hour()
    expect((await stock()).disponibles).toBe(9)
    expect(await schedule()).toMatchObject({ omitida: 'PLAN_LIMIT' })
  })

  test('is looked at by the hour: a failed attempt and a stock at nothing are not the last word', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true, cantidad: 30 })
    app.store.client.exec("UPDATE cuenta SET plan = 'Gratis'; UPDATE cuota_consulta SET usadas = 50")
    await take(10)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(0)
    app.store.client.exec("UPDATE cuenta SET plan = 'Empresa'")
    await hour()
    expect((await stock()).disponibles).toBe(30)
    // Enough now: nothing is asked for.
    await hour()
    expect((await stock()).disponibles).toBe(30)
  })

  test('of an amount that leaves few goes on by the hour', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true, cantidad: 5 })
    await take(8)
    await app.drainJobs()
    expect((await stock()).disponibles).toBe(7)
    await hour()
    expect((await stock()).disponibles).toBe(12)
  })

  test('is a task of the schedule, which shows it as it goes and what it came to', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true })
    await take(1)
    expect(await schedule()).toMatchObject({ resultado: 'en_curso', ultima: app.clock().toISOString() })
    await app.drainJobs()
    expect(await schedule()).toMatchObject({ resultado: 'ok', omitida: null })
    const { data } = (await app.get('/v1/dte/folios/trabajos?tipo=folios.solicitar')).body
    expect(data.filter(({ objeto }: { objeto: string }) => objeto === '33')).not.toEqual([])
  })

  test('is asked for by no hour and by no document while its task is off, and again once it is on', async () => {
    await alerta({ umbral: 9, reposicion_automatica: true })
    const set = (activo: boolean) =>
      app.app.services.programacion.programaciones.change(
        { empresaId: app.tenant.empresaId, ambiente: 'simulacion' },
        { folios: { activo } },
      )
    set(false)
    await take(2)
    await hour()
    expect((await stock()).disponibles).toBe(8)
    expect(await schedule()).toMatchObject({ proxima: null, resultado: null })
    set(true)
    await hour()
    expect((await stock()).disponibles).toBeGreaterThan(9)
  })

  test('is there in every environment', async () => {
    for (const ambiente of ['certificacion', 'produccion']) {
      const there = { ...app.tenant.session, 'x-ambiente': ambiente }
      expect((await alerta({ reposicion_automatica: true }, 33, there)).status).toBe(200)
    }
  })
})
