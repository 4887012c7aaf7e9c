// kill -9 of the built server at every step of emission, under load, the simulator in another process: some rounds on one
// data folder (src §3.1, §3.2, §3.5; http §7.3, and §9). `crash.ts [ROUNDS] [SEED]`.

import { join } from 'node:path'
import { COUNTS } from './counts'
import { NOT_JSON, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { ask, createOrders, type Order, openCompany, place } from './process/client'
import { checkLedger, settled } from './process/ledger'
import { type Desk, live, type Moment, nameOf } from './process/life'
import { countSteps, STEPS } from './process/steps'
import { openTap } from './process/tap'

const TIPOS = [33, 34, 39, 41, 56, 61]
const ORDERS_A_ROUND = { min: 12, more: 28 }

/** Every step of a document's way. An upload whose answer is lost comes before the question that the next life asks first. */
const MOMENTS: readonly Moment[] = [
  { after: 'first 202', maxMs: 40 },
  { point: 'before', service: 'semilla' },
  { after: 'last 202', maxMs: 30 },
  { point: 'after', service: 'envio' },
  { point: 'before', service: 'estado_dte' },
  { after: 'last 202', maxMs: 1500 },
  { after: 'first 202', maxMs: 150 },
  { point: 'before', service: 'envio' },
  { after: 'start', maxMs: 40 },
  { point: 'after', service: 'token' },
  { after: 'last 202', maxMs: 120 },
  { point: 'after', service: 'envio' },
  { point: 'after', service: 'estado_dte' },
  { point: 'before', service: 'estado_envio' },
  { point: 'after', service: 'estado_envio' },
  { after: 'last 202', maxMs: 1500 },
]

/** The whole trial: `rounds` lives, then one in peace, then the books are compared. */
export async function crash(checks: Report, rounds = COUNTS.emissionLives, seed = 2): Promise<void> {
  await withFolder(async (root) => {
    const random = seeded(seed)
    const sim = await simulador(join(root, 'sii'))
    const tap = openTap(() => sim.url)
    const dir = join(root, 'datos')
    try {
      const first = await serve(dir, tap.url)
      const key = await openCompany(first.url, TIPOS, 2000)
      await first.kill()

      const desk: Desk = { dir, tap, key, random }
      const source = createOrders('orden')
      const orders: Order[] = []
      const tally = new Map(STEPS.map((step) => [step, { rounds: 0, documents: 0 }]))
      let missed = 0
      let repeated = 0
      // Some steps last a millisecond: how often one is met is the machine's. None met so far, a few lives more.
      const unmet = (): boolean =>
        rounds >= MOMENTS.length && [...tally.values()].some((sum) => sum.rounds === 0)
      let i = 0
      for (; i < rounds || (i < rounds + 30 && unmet()); i++) {
        const moment = MOMENTS[i % MOMENTS.length]!
        const open = orders.filter((order) => !order.accepted)
        repeated += open.length
        const fresh = Array.from(
          { length: ORDERS_A_ROUND.min + Math.floor(random() * ORDERS_A_ROUND.more) },
          source.next,
        )
        orders.push(...fresh)
        // A lost answer without a death, too: the server finds it out seconds later, in some other life.
        const before = MOMENTS[(i - 1) % MOMENTS.length]
        if (before && 'after' in before && before.maxMs > 1000) {
          const servicio = random() < 0.5 ? 'envio' : 'boleta_envio'
          const falla = { servicio, falla: 'corte_despues_de_guardar', veces: 1 }
          await ask('POST', `${sim.url}/simulador/fallas`, {}, falla)
        }
        const came = await live(desk, moment, [...open, ...fresh])
        if (!came) missed++
        const counts = await countSteps(dir, sim.url)
        for (const step of STEPS) {
          const sum = tally.get(step)!
          if (counts[step]) sum.rounds++
          sum.documents += counts[step]
        }
        if (process.env.VERBOSE)
          checks.note(
            `round ${i + 1}, ${nameOf(moment)}${came ? '' : ' (did not come)'}: ${JSON.stringify(counts)}`,
          )
      }

      tap.act = () => {}
      // Nor is an answer lost in it: after so many faults in so few seconds the next pause would be minutes (http §7).
      await ask('DELETE', `${sim.url}/simulador/fallas`)
      const server = await serve(dir, tap.url)
      const answeredAll = await until(async () => {
        for (const order of orders) if (!order.accepted) await place(server.url, key, order)
        return orders.every((order) => order.accepted)
      }, 30_000)
      checks.check('every order was answered 202 in the end', answeredAll)
      // A key used before a crash answers the same after it; `place` throws when it does not.
      for (const order of orders.slice(0, 50)) {
        const again = await place(server.url, key, order)
        if (again?.headers.get('idempotent-replayed') !== 'true')
          checks.check(`${order.key} was replayed`, false)
      }
      const scene = { url: server.url, key, simuladorUrl: sim.url, orders }
      checks.check('nothing waits any more', await settled(scene, 480_000))
      await checkLedger(checks, scene)
      checks.note(
        `${i} times kill -9 (${missed} at the time limit instead of the wanted moment), seed ${seed}`,
      )
      checks.note(`${repeated} orders were posted again after a crash with their Idempotency-Key`)
      checks.note('documents in each step when the server was killed:')
      for (const [step, sum] of tally) {
        checks.note(`  ${step.padEnd(34)} ${String(sum.documents).padStart(5)} in ${sum.rounds} rounds`)
        if (rounds >= MOMENTS.length) checks.check(`some were killed when ${step}`, sum.rounds > 0)
      }
      server.signal('SIGTERM')
      checks.check('SIGTERM ends the server with status 0', (await server.exited) === 0, await server.exited)
      const broken = server.logs.filter(({ event, level }) => event === NOT_JSON || level === 'error')
      checks.check('its last log is JSON without errors', broken.length === 0, broken)
    } finally {
      await tap.stop()
      await sim.kill()
    }
  })
}

if (import.meta.main) {
  const [rounds, seed] = process.argv.slice(2).map(Number)
  await runAlone('kill -9 at every step of emission', (checks) => crash(checks, rounds, seed))
}
