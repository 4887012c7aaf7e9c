// The cost of one key's worst to the others: the dearest bodies of each route by their charge, and the lag
// of the event loop while one key sends each as fast as allowed.

import { setPriority } from 'node:os'
import { join } from 'node:path'
import { RATES_POR_DEFECTO } from '../../src/base/rate'
import { connect } from '../../src/store/driver'
import { type Child, startChild } from './child'
import { type Company, createCompany } from './company'
import type { InsistentArgs, Statuses } from './insistent'
import { percentile, until } from './measure'
import type { Report } from './report'
import { type AppServer, type Load, startApp, startSimulator, withFolder } from './server'
import { FACTURA, tokensOf, type Worst, worstOf } from './worst-bodies'

const DOCUMENTS = 100
const ROUNDS = 3
/** How many of the dearest bodies and of the longest run, and for how long each. */
const DEAREST = 5
const SECONDS = 4
const CONNECTIONS = 8
/** Niceness. */
const LEFT_OVER = 10
/** Milliseconds for each KiB that the limit charges for: at 50 tokens a second, 64 KiB each, two thirds of the loop at the worst. */
const MS_PER_KIB = 0.2

interface Cost {
  worst: Worst
  /** The loop's time for each KiB that the limit charges for. */
  perKib: number
  /** The longest that it was held. */
  holdMs: number
}

export const measureWorst = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const free = await startApp({ path: join(dir, 'free.db'), simuladorUrl: simulator.url, jobs: 'now' })
    const company = await createCompany(free.url)
    await fill(free, company, load, join(dir, 'free.db'))
    const found: Cost[] = []
    for (const worst of worstOf(company.empresaId)) {
      const cost = await costOf(free, company, worst)
      found.push({ worst, ...cost })
      if (process.env.BENCH_DETAIL)
        console.error(
          worst.name.padEnd(70),
          cost.perKib.toFixed(3),
          'ms/KiB',
          cost.holdMs.toFixed(1),
          'ms held',
        )
    }
    await free.stop()
    await simulator.stop()
    found.sort((a, b) => b.perKib - a.perKib)
    report.figure(
      'worst_hold_ms',
      'longest that one of them holds the loop, ms',
      Math.max(...found.map((f) => f.holdMs)),
    )
    report.target(
      'worst_ms_per_kib',
      'loop time of the dearest body, ms a KiB charged',
      found[0]!.perKib,
      '<',
      MS_PER_KIB,
    )
    report.note(`The dearest body: ${found[0]!.worst.name}.`)

    let worstLag = 0
    let name = ''
    const client = await startChild('insistent.ts', null)
    for (const [i, worst] of dearest(found).entries()) {
      const lag = await lagUnder(join(dir, `${i}.db`), worst, load, client)
      if (process.env.BENCH_DETAIL) console.error(worst.name.padEnd(70), lag.toFixed(1), 'ms p99')
      if (lag >= worstLag) [worstLag, name] = [lag, worst.name]
    }
    await client.stop()
    report.target(
      'worst_lag_p99_ms',
      'event-loop lag p99 while one key sends them at its rate, ms',
      worstLag,
      '<',
      15,
    )
    report.note(`The one that keeps the loop longest: ${name}.`)
  })

/** A long invoice, folio 1, and others, all of them sent: what is measured then is not their signing. */
async function fill({ url }: AppServer, { apiKey }: Company, load: Load, path: string): Promise<void> {
  const first = await fetch(`${url}/v1/dte/emitir`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: FACTURA,
  })
  if (first.status !== 202) throw new Error(await first.text())
  await load.run({ url, path: '/v1/dte/emitir', post: true, apiKey, connections: 16, requests: DOCUMENTS })
  const db = connect(path, { readonly: true })
  const waiting = db.prepare("SELECT 1 FROM job WHERE kind = 'dte.emitir' AND estado <> 'completed' LIMIT 1")
  await until('the documents are sent', () => waiting.get() === undefined)
  db.close()
}

const headersOf = ({ apiKey, accessToken }: Company, { session }: Worst): Record<string, string> => ({
  'content-type': 'application/json',
  ...(session ? { authorization: `Bearer ${accessToken}` } : { 'x-api-key': apiKey }),
})

async function send(url: string, company: Company, worst: Worst): Promise<void> {
  const { method, path, body } = worst
  const headers = headersOf(company, worst)
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  await answer.arrayBuffer()
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${path} answered ${answer.status}`)
}

/** The loop's time for one request, by each KiB charged, and the longest that it was held: medians of some rounds. */
async function costOf(server: AppServer, company: Company, worst: Worst) {
  await send(server.url, company, worst)
  const times: number[] = []
  const holds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await server.watch()
    await send(server.url, company, worst)
    const { computedMs, maxMs } = await server.lag()
    times.push(computedMs)
    holds.push(maxMs)
  }
  const middle = (values: number[]) =>
    percentile(
      values.sort((a, b) => a - b),
      0.5,
    )
  return { perKib: middle(times) / (64 * tokensOf(worst)), holdMs: middle(holds) }
}

/** Those that cost most for what they pay, and those that hold the loop longest. */
function dearest(found: readonly Cost[]): Worst[] {
  const first = (by: (cost: Cost) => number) => found.toSorted((a, b) => by(b) - by(a)).slice(0, DEAREST)
  const both = [...first((c) => c.perKib), ...first((c) => c.holdMs)]
  return [...new Set(both)].map(({ worst }) => worst)
}

/** Lag p99 of a server with the limits of every server, one key asking as fast as it is answered. */
async function lagUnder(path: string, worst: Worst, load: Load, client: Child): Promise<number> {
  // One that other servers issued the same folios to would have this one ask for each of them.
  const simulator = await startSimulator({ judgeAfterMs: 0 })
  // SII and client have machines of their own: here they take what the server leaves.
  for (const { pid } of [simulator, client]) setPriority(pid, LEFT_OVER)
  const rates = RATES_POR_DEFECTO
  const server = await startApp({ path, simuladorUrl: simulator.url, jobs: 'now', rates })
  const company = await createCompany(server.url)
  const own = worst.path.replace(/emp_[^/]+/, company.empresaId)
  if (worst.method === 'GET') await fill(server, company, load, path)
  await server.watch()
  const statuses = await client.ask<Statuses>({
    url: server.url + own,
    method: worst.method,
    headers: headersOf(company, worst),
    body: worst.body,
    connections: CONNECTIONS,
    seconds: SECONDS,
  } satisfies InsistentArgs)
  const failed = Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')
  if (failed.length) throw new Error(`${worst.name} was answered ${failed}`)
  const { p99Ms } = await server.lag()
  await server.stop()
  await simulator.stop()
  return p99Ms
}
