// The built server against the SII's portal: a session that ends, missing rows, its front end's pages, a
// plan that runs out, and refused logins, which are never tried again (sii §11.6, http §28.2).

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { withFolder } from './process/binary'
import { type Business, EXENTAS, FACTURAS, openBusiness, type Place } from './process/business'
import { type Report, runAlone, until } from './process/check'
import { ask, type Json } from './process/client'
import { type Answered, finished, liveOn, queue, spent } from './process/operation'

const fail = (place: Place, falla: string, servicio = 'rcv', veces = 1): Promise<unknown> =>
  ask('POST', `${place.sim.url}/simulador/fallas`, {}, { servicio, falla, veces })

/** Runs `work` in a place of its own with a server. */
async function inPlace(
  business: Business,
  work: (place: Place, url: string, answered: Answered) => Promise<void>,
  before: (place: Place) => void = () => {},
): Promise<void> {
  const place = await business.copy()
  const answered: Answered = {}
  try {
    before(place)
    const server = await liveOn(place, answered)
    try {
      await work(place, server.url, answered)
    } finally {
      await server.kill()
    }
  } finally {
    await place.close()
  }
}

/** A session that dies amid the reading, then a detail that lacks a row twice. */
async function readings(checks: Report, business: Business): Promise<void> {
  const { buyer, periodo, owner } = business
  await inPlace(business, async (place, url, answered) => {
    await ask('PUT', `${place.sim.url}/simulador/ajustes`, owner, { rcv_maximo: 1000 })
    const sync = async (body: object): Promise<Json> => {
      const id = await queue(url, buyer, `/v1/rcv/${periodo}/sync?esperar=0`, body)
      return (await finished(url, buyer, '/v1/rcv', id)).result
    }
    const waiting = async (): Promise<number> =>
      (await ask('GET', `${url}/v1/rcv/${periodo}?tipo=compra&estado=PENDIENTE&limite=1`, buyer.key)).body
        .paginacion.total
    const { act } = place.tap
    let killed = false
    place.tap.act = async (point, service) => {
      if (point === 'before' && service === 'rcv_detalle' && !killed) {
        killed = true
        await ask('DELETE', `${place.sim.url}/simulador/sesiones`, owner)
      }
      await act(point, service)
    }
    const first = await sync({})
    checks.check('a session that dies: the month is whole', first?.estado === 'sincronizado', first)
    checks.check('a session that dies: one more login', answered.login === 2, answered)
    const all = FACTURAS + EXENTAS
    checks.check('a session that dies: every row is there', (await waiting()) === all, await waiting())
    await fail(place, 'fila_menos', 'rcv', 40)
    const partial = await sync({ completa: true })
    const told = partial?.advertencias.map((one: Json) => one.code)
    checks.check('a row too few: partial, and said where', told?.includes('PARTIAL_PERIOD'), partial)
    checks.check(
      'a row too few: what stood there stands',
      partial?.estado === 'parcial' && (await waiting()) === all,
      partial,
    )
    await ask('DELETE', `${place.sim.url}/simulador/fallas`)
    const healed = await sync({})
    checks.check(
      'a row too few: the next reading is whole again',
      healed?.estado === 'sincronizado' && healed.compras.nuevos + healed.compras.ausentes === 0,
      healed,
    )
  })
}

/** A page of the front end stops every question for a quarter of an hour, those of the next process too. */
async function frontEnd(checks: Report, business: Business, falla: 'firewall' | 'cola'): Promise<void> {
  const { buyer, session, periodo } = business
  const place = await business.copy()
  const answered: Answered = {}
  const asked = (): number => Object.values(answered).reduce((sum, n) => sum + n, 0)
  try {
    await fail(place, falla)
    let server = await liveOn(place, answered)
    const id = await queue(server.url, buyer, `/v1/rcv/${periodo}/sync?esperar=0`, {})
    const look = async (): Promise<Json> =>
      (await ask('GET', `${server.url}/v1/rcv/trabajos/${id}`, buyer.key)).body.data
    const waits = await until(
      async () => Date.parse((await look()).proximo_intento) - Date.now() > 14 * 60_000,
      10_000,
    )
    checks.check(`${falla}: the job waits a quarter of an hour`, waits, await look())
    await server.kill()
    const before = asked()
    server = await liveOn(place, answered)
    const portal = (await ask('GET', `${server.url}/v1/empresa/${buyer.id}/portal`, session)).body.data
    const other = await ask('POST', `${server.url}/v1/rcv/${periodo}/sync?esperar=1`, buyer.key, {
      tipos: ['venta'],
    })
    checks.check(
      `${falla}: after a death it is known still, and nothing is asked`,
      portal.pausa !== null && asked() === before && other.status === 202,
      [portal.pausa, other.body, answered],
    )
    await server.kill()
  } finally {
    await place.close()
  }
}

/** A plan with fourteen questions left, and two batches of ten that were taken before either began. */
async function plan(checks: Report, business: Business): Promise<void> {
  const { seller, buyer, session, cuentaId, periodo } = business
  const llaves = (first: number) =>
    Array.from({ length: 10 }, (_, i) => ({ rut_emisor: seller.rut, tipo_dte: 33, folio: first + i }))
  const spend = ({ dir }: Place): void => {
    const db = new Database(join(dir, 'timbre.db'))
    db.query("UPDATE cuenta SET plan = 'Gratis' WHERE id = ?").run(cuentaId)
    const before = db.query<{ n: number }, [string]>(
      'SELECT coalesce(sum(usadas), 0) AS n FROM cuota_consulta WHERE cuenta_id = ?',
    )
    const used = before.get(cuentaId)!.n
    db.query(
      "INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, 'rcv', ?)",
    ).run(cuentaId, periodo, 50 - 14 - used)
    db.close()
  }
  await inPlace(
    business,
    async (place, url, answered) => {
      const { act } = place.tap
      const held = Promise.withResolvers<void>()
      place.tap.act = async (point, service) => {
        if (point === 'before' && service === 'acuse') await held.promise
        await act(point, service)
      }
      const path = '/v1/dte/acuse/lote'
      const id = await queue(url, buyer, path, { accion: 'ACD', documentos: llaves(1) })
      const refused = await ask('POST', `${url}${path}`, buyer.key, { accion: 'ACD', documentos: llaves(11) })
      checks.check(
        'a plan that runs out: what it cannot bear beside what waits is refused before it begins',
        refused.status === 403 && refused.body.code === 'PLAN_LIMIT',
        refused.body,
      )
      // A person's questions take what was left.
      for (const { rut_emisor, tipo_dte, folio } of llaves(11).slice(0, 8))
        await ask('GET', `${url}/v1/dte/acuse/recibidos/${rut_emisor}/${tipo_dte}/${folio}`, buyer.key)
      held.resolve()
      const end = () => finished(url, buyer, '/v1/dte/acuse', id)
      const stopped = await end()
      checks.check(
        'a plan that runs out: what was done stays done, the rest is not asked',
        stopped.estado === 'failed' && stopped.error.code === 'PLAN_LIMIT' && answered.acuse === 6,
        [stopped, answered],
      )
      const more = await ask('PUT', `${url}/v1/cuenta/plan`, session, { plan: 'Empresa' })
      await ask('POST', `${url}/v1/dte/acuse/trabajos/${id}/reintentar`, buyer.key)
      const done = await end()
      checks.check(
        'a plan that runs out: a larger one, and a retry does the rest',
        done.result?.registrados === 10 && answered.acuse === 10,
        [more.body, done, answered],
      )
      const units = await spent(url, session)
      checks.check('a plan that runs out: each was charged once', units.acuse === 10, units)
    },
    spend,
  )
}

/** Logins that the SII refuses: tried once, blocked until a person acts or the lock ends. */
async function logins(checks: Report, business: Business): Promise<void> {
  const { buyer, session, periodo } = business
  const path = `/v1/empresa/${buyer.id}/portal`
  await inPlace(business, async (_, url, answered) => {
    const wrong = { rut: buyer.rut, clave: 'no es esta' }
    await ask('PUT', `${url}${path}/clave`, session, wrong)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask('POST', `${url}${path}/probar`, session, { metodo: 'clave' })
      checks.check(`a wrong clave, asked ${i + 1} times: refused`, body.code === 'PORTAL_LOCKED', [
        status,
        body,
      ])
    }
    checks.check('a wrong clave: one login', answered.login === 1, answered)
  })
  await inPlace(business, async (place, url, answered) => {
    await fail(place, 'limite_sesiones', 'login', 5)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask('POST', `${url}/v1/rcv/${periodo}/sync`, buyer.key, {})
      // The job that met the lock waits for its end; who asks meanwhile is told of it.
      const isTold = body.code === 'PORTAL_LOCKED' || (status === 202 && body.data.espera_hasta !== null)
      checks.check(`too many sessions, asked ${i + 1} times: told`, isTold, [status, body])
    }
    checks.check('too many sessions: one login', answered.login === 1, answered)
    const { bloqueo } = (await ask('GET', `${url}${path}`, session)).body.data.metodos.certificado
    checks.check('too many sessions: said so', bloqueo !== null, bloqueo)
  })
}

export async function portalFaults(checks: Report, business: Business): Promise<void> {
  await readings(checks, business)
  await frontEnd(checks, business, 'firewall')
  await frontEnd(checks, business, 'cola')
  await plan(checks, business)
  await logins(checks, business)
}

if (import.meta.main)
  await runAlone('faults of the portal', (checks) =>
    withFolder(async (root) => portalFaults(checks, await openBusiness(root))),
  )
