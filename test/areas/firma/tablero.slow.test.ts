// The rows of a firm's board are what each area answers, after whatever happened (areas/firma §1).

import { describe, expect, test } from 'bun:test'
import { discard, emit, emitRefused, heal } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { FACTURA, latin1 } from '../../support/recibidos'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { pendientes } from '../acuse/escena'
import { archivoDe, compraDe, importar, ventaDe } from '../rcv/archivos'

const HOUR = 3_600_000
const PERIODO = '202611'

/** Numbers that repeat with their seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Sessions last an hour, and a test's clock runs on. */
async function login(app: CompanyApp) {
  const body = { email: 'dueno0@example.cl', password: 'una clave de prueba' }
  const { access_token } = (await app.post('/auth/login', body, {})).body
  return { authorization: `Bearer ${access_token}` }
}

async function firma() {
  const app = await testAppWithFolios({ now: '2026-11-27T14:00:00.000Z' })
  const look = async () => {
    await app.app.services.tableros.look()
    const { status, body } = await app.get('/v1/firma/estado', await login(app))
    expect(status).toBe(200)
    expect(body.periodo).toBe(PERIODO)
    return body.data[0].facetas
  }
  return { app, look }
}

/** The answers of the areas themselves. */
async function answers(app: CompanyApp) {
  const data = async (path: string) => (await app.get(path)).body
  const registro = await data('/v1/rcv?q=202611')
  const waiting = await data('/v1/dte/acuse/pendientes')
  const cuadratura = await data(`/v1/rcv/${PERIODO}/cuadratura`)
  const f29 = await data(`/v1/rcv/${PERIODO}/f29`)
  const stopped = await data('/v1/dte/emision?estado=failed,dlq')
  const rejected = await data('/v1/documentos?estado_sii=rechazado&por_atender=true&fecha_desde=2026-10-01')
  const folios = await data('/v1/dte/folios')
  const portal = (await data(`/v1/empresa/${app.tenant.empresaId}/portal`)).data
  return {
    rcv: registro.data[0]?.estado ?? 'nunca',
    acuses: [waiting.paginacion.total, waiting.data[0] ? Date.parse(waiting.data[0].vence_el) : null],
    causas: (cuadratura.data?.causas ?? []).map((one: Record<string, unknown>) => [
      ...[one.lado, one.clase, one.documentos],
    ]),
    f29: f29.data?.totales ?? { debito: null, credito: null, diferencia: null },
    pendientes: (f29.data?.advertencias ?? []).some(
      ({ code }: { code: string }) => code === 'PENDING_DOCUMENTS',
    ),
    documentos: [stopped.paginacion.total, rejected.paginacion.total],
    folios: folios.data.map((one: Record<string, unknown>) => [one.tipo_dte, one.disponibles]),
    certificado: (await data(`/v1/empresa/${app.tenant.empresaId}/certificado`)).data?.valido_hasta ?? null,
    bloqueos: ['certificado', 'clave'].flatMap((metodo) => {
      const bloqueo = portal.metodos[metodo].bloqueo
      return bloqueo && (bloqueo.hasta === null || Date.parse(bloqueo.hasta) > app.clock().getTime())
        ? [[metodo, bloqueo.hasta]]
        : []
    }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: facets of every shape
const shown = ({ rcv, acuses, cuadratura, f29, documentos, folios, acceso }: any) => ({
  rcv: rcv.estado,
  acuses: [acuses.pendientes, acuses.vence && Date.parse(acuses.vence)],
  causas: cuadratura.causas.map((one: Record<string, unknown>) => [one.lado, one.clase, one.documentos]),
  f29: { debito: f29.debito, credito: f29.credito, diferencia: f29.diferencia },
  pendientes: f29.falta.includes('PENDING_DOCUMENTS'),
  documentos: [documentos.detenidos, documentos.rechazados],
  folios: folios.tipos.map((one: Record<string, unknown>) => [one.tipo_dte, one.disponibles]),
  certificado: acceso.certificado?.valido_hasta ?? null,
  bloqueos: acceso.bloqueos.map((one: Record<string, unknown>) => [one.metodo, one.hasta]),
})

type Act = (app: CompanyApp, random: (below: number) => number) => Promise<unknown>

/** As far as it goes: what a lock of the portal keeps waiting stays. */
const settle = (app: CompanyApp) => app.settle().catch(() => {})
const RECHAZO = factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } })
const some = <T>(random: (below: number) => number, make: (i: number) => T): T[] =>
  Array.from({ length: random(4) }, (_, i) => make(i + 1))

const ACTS: Record<string, Act> = {
  emit: (app) => emit(app),
  boleta: (app) => emit(app, boleta()),
  rejected: async (app) => {
    await emit(app, RECHAZO)
    await settle(app)
  },
  stopped: (app) => emitRefused(app),
  async discarded(app) {
    const { data } = (await app.get('/v1/dte/emision?estado=failed,dlq')).body
    if (data[0]) await discard(app, data[0].job_id, true)
  },
  settle,
  sales: (app, random) =>
    importar(
      app,
      PERIODO,
      archivoDe(
        'venta',
        'REGISTRO',
        some(random, (i) => ventaDe(i, 1000 * (1 + random(3)))),
      ),
    ),
  purchases: (app, random) =>
    importar(
      app,
      PERIODO,
      archivoDe(
        'compra',
        'REGISTRO',
        some(random, (i) => compraDe(i, 1000 * (1 + random(3)))),
      ),
    ),
  pending: (app, random) =>
    importar(
      app,
      PERIODO,
      pendientes(
        app.clock(),
        some(random, () => 1 + random(190)),
      ),
    ),
  claimed: (app) => importar(app, PERIODO, archivoDe('compra', 'RECLAMADO', [])),
  received: (app) => app.post('/v1/recibidos', { archivo_base64: latin1(FACTURA) }),
  skip: (app, random) => app.post('/v1/dte/folios/34/saltar', { hasta: 1 + random(20) }),
  alert: (app, random) => app.put('/v1/dte/folios/33/alerta', { umbral: random(200) }),
  async seen(app) {
    const { data } = (await app.get('/v1/documentos?estado_sii=rechazado&por_atender=true')).body
    if (data[0]) await app.post(`/v1/documentos/${data[0].tipo_dte}/${data[0].folio}/visto`, {})
  },
  async certificate(app) {
    const path = `/v1/empresa/${app.tenant.empresaId}/certificado`
    const session = await login(app)
    const { status } = await app.delete(path, undefined, session)
    expect(status).toBe(204)
    // Read without one, before another takes its place.
    await app.app.services.tableros.look()
    expect((await app.post(path, { simulado: true }, session)).status).toBe(201)
  },
  async failure(app) {
    await app.post('/simulador/fallas', { servicio: 'login', falla: 'codigo', codigo: '99', veces: 1 })
    await app.post(`/v1/rcv/${PERIODO}/sync?esperar=0`, {})
    await app.drainJobs()
    await heal(app)
  },
  async locked(app) {
    await app.post('/simulador/fallas', { servicio: 'login', falla: 'limite_sesiones', veces: 1 })
    await app.post(`/v1/rcv/${PERIODO}/sync?esperar=0`, {})
    await app.drainJobs()
    await app.app.services.tableros.look()
    const { empresaId } = app.tenant
    const body = { metodo: 'certificado', resuelto: true }
    await app.post(`/v1/empresa/${empresaId}/portal/desbloquear`, body, await login(app))
  },
  hours: async (app, random) => app.advance(random(30) * HOUR),
}

describe('a row of the board', () => {
  for (const seed of [1, 2, 3])
    test(`is what each area answers, after any sequence of events (seed ${seed})`, async () => {
      const { app, look } = await firma()
      const random = randomOf(seed * 7919)
      const names = Object.keys(ACTS)
      const done: string[] = []
      for (let step = 0; step < 25 && app.clock().getTime() < Date.parse('2026-12-20T00:00:00Z'); step++) {
        const name = names[random(names.length)]!
        done.push(name)
        await ACTS[name]!(app, random)
        await app.drainJobs()
        expect([done.join(' '), shown(await look())]).toEqual([done.join(' '), await answers(app)])
        // No mark was missed: read anew, all of it is as it was.
        await app.app.services.tableros.checkAll()
        expect([done.join(' '), app.app.services.tableros.desvios()]).toEqual([done.join(' '), 0])
      }
    })
})
