// kill -9 of the built server while files that the SII refuses whole are parted and their documents go out again, or wait for
// a person (http §7; sii §4.2): one bad document, or a bad frame, costs no good one its place.
// `refused-files.ts [SEED]`.

import { join } from 'node:path'
import { chileDate } from '../../src/domain/fecha'
import { factura, RECEPTOR } from '../support/emisor'
import { NOT_JSON, type Running, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { ask, createOrders, type Json, type Order, OWNER, openCompany, place } from './process/client'
import { checkLedger, latin1, settled } from './process/ledger'
import { type Desk, live, type Moment, nameOf } from './process/life'
import { countReturned, RETURNED_STEPS } from './process/steps'
import { openTap } from './process/tap'

// No boletas: a lost answer of their service is waited for a minute (sii §3.4).
const TIPOS = [33, 34, 56, 61]
/** Makes the simulator refuse the whole file by schema (RSC). */
const MALO = '90000001-4'
const ORDERS_A_ROUND = 14

/** A life of the server; `fresh` when documents come in it, else it has what earlier ones left. */
interface Round {
  moment: Moment
  fresh?: true
  /** A person has mended the frame before it, and retries. */
  mended?: true
}

/** A life that loses an answer comes before one that asks for it first. */
const ROUNDS: readonly Round[] = [
  { moment: { point: 'after', service: 'estado_envio' }, fresh: true },
  { moment: { point: 'before', service: 'envio', skip: 2 } },
  { moment: { point: 'after', service: 'envio', skip: 2 }, fresh: true },
  { moment: { point: 'after', service: 'estado_dte' } },
  { moment: { point: 'after', service: 'estado_envio', maxMs: 60 } },
  { moment: { point: 'before', service: 'estado_envio', skip: 3 } },
  { moment: { after: 'last 202', maxMs: 2000 }, fresh: true, mended: true },
  { moment: { point: 'after', service: 'envio', skip: 3 } },
  { moment: { point: 'after', service: 'envio', skip: 3, maxMs: 40 }, fresh: true, mended: true },
  { moment: { point: 'after', service: 'estado_envio', skip: 2, maxMs: 120 } },
  { moment: { after: 'start', maxMs: 60 }, fresh: true },
  { moment: { point: 'before', service: 'envio', skip: 3 } },
]

/** Good documents, and one or two bad ones anywhere among them. */
function createFiles(random: () => number) {
  const source = createOrders('devuelto')
  const bad = new Set<Order>()
  const good = (): Order => {
    const order = source.next()
    return TIPOS.includes(order.body.tipo_dte as number) ? order : good()
  }
  return {
    bad,
    next(): Order[] {
      const orders = Array.from({ length: ORDERS_A_ROUND }, good)
      for (let n = 1 + Math.floor(random() * 2); n > 0; n--) {
        const receptor = { ...RECEPTOR, rut: MALO }
        const body = factura({ receptor, fecha_emision: chileDate(new Date()) })
        const order: Order = { key: `malo-${bad.size}`, body, accepted: null }
        bad.add(order)
        orders.splice(Math.floor(random() * orders.length), 0, order)
      }
      return orders
    },
  }
}

/** Gives the company's frame another resolution; in the simulator only number 0 is right. */
async function setResolucion(url: string, numero: number): Promise<void> {
  const { access_token } = (await ask('POST', `${url}/auth/login`, {}, OWNER)).body
  const session = { authorization: `Bearer ${access_token}` }
  const { id } = (await ask('GET', `${url}/v1/empresa`, session)).body.data[0]
  const resolucion = { numero, fecha: '2014-08-22' }
  const answer = await ask('PUT', `${url}/v1/empresa/${id}`, session, { resolucion })
  if (answer.status !== 200) throw new Error(`the resolution: ${JSON.stringify(answer.body)}`)
}

/** Retries whatever waits for a person; what does not wait answers 409. How many were taken. */
async function retryHeld(url: string, key: Record<string, string>): Promise<number> {
  const list = await ask('GET', `${url}/v1/documentos?estado_sii=no_enviado&limite=100`, key)
  let taken = 0
  for (const { job_id: id, codigo_sii } of list.body.data as Json[]) {
    if (codigo_sii !== 'RCT') continue
    const answer = await ask('POST', `${url}/v1/dte/emision/${id}/reintentar`, key, {})
    if (answer.status === 202) taken++
    else if (answer.status !== 409)
      throw new Error(`a retry: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return taken
}

/** The whole trial: lives ended by kill -9, then one in peace, then the books are compared. */
export async function refusedFiles(checks: Report, seed = 5): Promise<void> {
  await withFolder(async (root) => {
    const random = seeded(seed)
    const sim = await simulador(join(root, 'sii'))
    const tap = openTap(() => sim.url)
    const dir = join(root, 'datos')
    let server: Running | null = null
    try {
      const first = await serve(dir, tap.url)
      const key = await openCompany(first.url, TIPOS, 200)
      await setResolucion(first.url, 99)
      await first.kill()

      const files = createFiles(random)
      const orders: Order[] = []
      const early = new Map<Order, string>()
      const read = (url: string, { accepted }: Order): Promise<string | null> =>
        // Not signed yet, or the server just died.
        latin1(`${url}/v1/dte/xml/${accepted!.tipo}/${accepted!.folio}`, key).catch(() => null)
      /** The bytes of every document before Timbre hears that its file was refused. */
      const watch: Desk['watch'] = async (url, point, service) => {
        if (point !== 'before' || service !== 'estado_envio') return
        for (const order of orders) {
          if (!order.accepted || early.has(order)) continue
          const xml = await read(url, order)
          if (xml !== null) early.set(order, xml)
        }
      }
      const tally = new Map(RETURNED_STEPS.map((step) => [step, { rounds: 0, documents: 0 }]))
      let missed = 0
      let taken = 0
      for (const [i, { moment, fresh, mended }] of ROUNDS.entries()) {
        if (mended) {
          // It dies at once too, with what it was told to do.
          tap.act = () => {}
          server = await serve(dir, tap.url)
          await setResolucion(server.url, 0)
          taken += await retryHeld(server.url, key)
          await server.kill()
        }
        const open = orders.filter((order) => !order.accepted)
        const next = fresh ? files.next() : []
        orders.push(...next)
        const came = await live({ dir, tap, key, random, connections: ORDERS_A_ROUND, watch }, moment, [
          ...open,
          ...next,
        ])
        if (!came) missed++
        const rows = countReturned(dir)
        for (const { step, n } of rows) {
          const sum = tally.get(step)!
          sum.rounds++
          sum.documents += n
        }
        if (process.env.VERBOSE)
          checks.note(
            `round ${i + 1}, ${nameOf(moment)}${came ? '' : ' (did not come)'}: ${JSON.stringify(rows)}`,
          )
      }

      server = await serve(dir, tap.url)
      const { url } = server
      tap.act = (point, service) => watch(url, point, service)
      for (const order of orders) if (!order.accepted) await place(url, key, order)
      const scene = { url, key, simuladorUrl: sim.url, orders, bad: files.bad }
      const done = await until(async () => {
        taken += await retryHeld(url, key)
        return settled(scene, 0)
      }, 60_000)
      checks.check('nothing waits any more', done)
      await checkLedger(checks, scene)
      const changed: string[] = []
      for (const order of orders) if ((await read(url, order)) !== early.get(order)) changed.push(order.key)
      checks.check('the bytes served are those of before the refusal', changed.length === 0, changed)
      const gaps = (await ask('GET', `${url}/v1/dte/folios/huecos?limite=100`, key)).body.data as Json[]
      const known = new Set([...files.bad].map(({ accepted }) => accepted!.jobId))
      const explained = gaps.length === known.size && gaps.every(({ job_id: id }) => known.has(id))
      checks.check('only the folios of the bad ones are gaps', explained, gaps)
      checks.check('a person had something to retry', taken > 0)
      for (const [step, sum] of tally) {
        checks.note(`  ${step.padEnd(34)} ${String(sum.documents).padStart(5)} in ${sum.rounds} rounds`)
        // It is sent at once after the freezing: no round can be made to end between them.
        if (step !== 'in another frozen envelope')
          checks.check(`some were killed when ${step}`, sum.rounds > 0)
      }
      checks.note(
        `${ROUNDS.length} times kill -9 (${missed} at the time limit), seed ${seed}; ${files.bad.size} bad documents`,
      )
      const broken = server.logs.filter(({ event, level }) => event === NOT_JSON || level === 'error')
      checks.check('its last log is JSON without errors', broken.length === 0, broken)
    } finally {
      await server?.kill()
      await tap.stop()
      await sim.kill()
    }
  })
}

if (import.meta.main) {
  const [seed] = process.argv.slice(2).map(Number)
  await runAlone('kill -9 while refused files go out again', (checks) => refusedFiles(checks, seed))
}
