// The SII away for a while, and answers of it that get lost, seen by the built server (http §7; src §3.5; sii §3.4). The
// simulator is another process that really ends and comes back.

import { join } from 'node:path'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone } from './process/check'
import { ask, createOrders, type Json, type Order, openCompany, place, RUT_EMISOR } from './process/client'
import { checkLedger, settled } from './process/ledger'
import { openTap } from './process/tap'

const TIPOS = [33, 34, 39, 41, 56, 61]
/**
 * Long enough for two attempts, and for documents that come while others wait for their second or third. The third comes 16 s after the
 * first at the earliest: what fails then waits 45 s by its own faults, and what was never tried goes before it (jobs §3, 5), so that
 * no order of folios is promised any more.
 */
const AWAY_MS = 12_000
const EVERY_MS = 250

/** Posts an order and then waits; whether it got its 202. */
async function placeAndPause(url: string, key: Record<string, string>, order: Order): Promise<boolean> {
  const answer = await place(url, key, order)
  await Bun.sleep(EVERY_MS)
  return answer?.status === 202
}

/** Folios of each type in the order in which they came to the SII. */
async function arrivals(simuladorUrl: string, tipo: number): Promise<number[]> {
  const path = `/simulador/libro?rut=${RUT_EMISOR}&tipo_dte=${tipo}`
  const { documentos } = (await ask('GET', simuladorUrl + path)).body.data
  return (documentos as Json[])
    .sort((a, b) => Number(a.track_id) - Number(b.track_id) || a.orden - b.orden)
    .map(({ folio }) => folio)
}

const ascending = (folios: readonly number[]): boolean =>
  folios.every((f, i) => i === 0 || f > folios[i - 1]!)

/** The SII goes away while documents come, and comes back. */
export async function outage(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    let sim = await simulador(join(root, 'sii'))
    const port = Number(new URL(sim.url).port)
    let server = await serve(join(root, 'datos'), sim.url)
    try {
      const key = await openCompany(server.url, TIPOS, 500)
      const source = createOrders('caida')
      const orders: Order[] = Array.from({ length: 24 }, source.next)
      for (const order of orders) await place(server.url, key, order)
      let early = { url: server.url, key, simuladorUrl: sim.url, orders }
      checks.check('before: all accepted by the SII', await settled(early, 90_000))

      await sim.kill()
      const end = Date.now() + AWAY_MS
      let taken = 0
      let posted = 0
      const during: Order[] = []
      while (Date.now() < end) {
        const order = source.next()
        orders.push(order)
        during.push(order)
        posted++
        if (await placeAndPause(server.url, key, order)) taken++
      }
      checks.check(
        'while the SII is away every document gets its 202',
        taken === posted,
        `${taken} of ${posted}`,
      )
      checks.check('and /listo says ready', (await ask('GET', `${server.url}/listo`)).status === 200)
      const jobs: Json[] = []
      for (const order of during.slice(0, -4))
        jobs.push((await ask('GET', `${server.url}/v1/dte/emision/${order.accepted!.jobId}`, key)).body.data)
      const other = jobs.filter(({ estado }) => estado !== 'pending' && estado !== 'processing')
      checks.check('meanwhile every job reads pending (or processing)', other.length === 0, other)
      // In the moment of an attempt it has none.
      const timed = jobs.filter(({ proximo_intento }) => proximo_intento)
      checks.check('with the time of its next attempt', timed.length > 0, jobs.slice(0, 3))

      // A new process, and the SII back at once: what came last has never tried, all before it waits for its next attempt.
      await server.kill()
      sim = await simulador(join(root, 'sii'), port)
      server = await serve(join(root, 'datos'), sim.url)
      early = { ...early, url: server.url }
      const back = Date.now()
      checks.check('after: nothing waits any more', await settled(early, 150_000))
      checks.note(
        `${posted} documents came in ${AWAY_MS / 1000} s of outage; all judged ${((Date.now() - back) / 1000).toFixed(0)} s after it`,
      )
      await checkLedger(checks, { ...early, simuladorUrl: sim.url })
      // A note waits for what it refers to, so only the other types keep one line.
      for (const tipo of [33, 34, 39, 41]) {
        const folios = await arrivals(sim.url, tipo)
        checks.check(`documents of type ${tipo} came in the order of their folios`, ascending(folios), folios)
      }
    } finally {
      await server.kill()
      await sim.kill()
    }
  })
}

/** Uploads that the SII stored while its answer was lost, of both kinds of envelope. */
export async function lostAnswers(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    const sim = await simulador(join(root, 'sii'))
    const tap = openTap(() => sim.url)
    const server = await serve(join(root, 'datos'), tap.url)
    try {
      const key = await openCompany(server.url, TIPOS, 100)
      const { next } = createOrders('perdida')
      let lost = 0
      tap.act = (point, service) => {
        if (point !== 'after' || service !== 'envio' || lost >= 4) return
        lost++
        throw new Error('the answer never comes')
      }
      const orders = Array.from({ length: 16 }, next)
      for (const order of orders) await place(server.url, key, order)
      const scene = { url: server.url, key, simuladorUrl: sim.url, orders }
      checks.check('nothing waits any more', await settled(scene, 150_000))
      checks.check('answers were lost', lost === 4, lost)
      await checkLedger(checks, scene)
    } finally {
      await server.kill()
      await tap.stop()
      await sim.kill()
    }
  })
}

/** Both, one after the other. */
export async function sii(checks: Report): Promise<void> {
  await outage(checks)
  await lostAnswers(checks)
}

if (import.meta.main) await runAlone('the SII away, and answers lost', sii)
