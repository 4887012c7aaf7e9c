// What one key's worst costs the others (issue 11 §6): the dearest bodies of each route by what the rate limit charges for them, and
// how late the event loop comes while one key sends each of them as fast as it is let.

import { join } from 'node:path'
import { RATES_POR_DEFECTO } from '../../src/domain/rate'
import { connect } from '../../src/store/driver'
import { type Company, createCompany } from './company'
import { percentile, until } from './measure'
import type { Report } from './report'
import { type AppServer, type Load, startApp, startSimulator, withFolder } from './server'
import { FACTURA, tokensOf, type Worst, worstOf } from './worst-bodies'

const DOCUMENTS = 100
const ROUNDS = 3
/** Of those that cost most, and for how long each. */
const DEAREST = 6
const SECONDS = 4
const CONNECTIONS = 8
/** Milliseconds for each KiB that the limit charges for: at 50 tokens a second, 64 KiB each, two thirds of the loop at the worst. */
const MS_PER_KIB = 0.2

export const measureWorst = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const free = await startApp({ path: join(dir, 'free.db'), simuladorUrl: simulator.url, jobs: 'now' })
    const company = await createCompany(free.url)
    await fill(free, company, load, join(dir, 'free.db'))
    const found: { worst: Worst; perKib: number; holdMs: number }[] = []
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
    for (const { worst } of found.slice(0, DEAREST)) {
      const lag = await lagUnder(
        join(dir, `${found.findIndex((f) => f.worst === worst)}.db`),
        simulator.url,
        worst,
        load,
      )
      if (process.env.BENCH_DETAIL) console.error(worst.name.padEnd(70), lag.toFixed(1), 'ms p99')
      if (lag >= worstLag) [worstLag, name] = [lag, worst.name]
    }
    await simulator.stop()
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

async function send(
  url: string,
  { apiKey, accessToken }: Company,
  { method, path, body, session }: Worst,
): Promise<Response> {
  const who: Record<string, string> = session
    ? { authorization: `Bearer ${accessToken}` }
    : { 'x-api-key': apiKey }
  const answer = await fetch(url + path, {
    method,
    headers: { ...who, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  await answer.arrayBuffer()
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${path} answered ${answer.status}`)
  return answer
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

/** Lag p99 of a server with the limits of every server, one key asking as fast as it is answered. */
async function lagUnder(path: string, simuladorUrl: string, worst: Worst, load: Load): Promise<number> {
  const server = await startApp({ path, simuladorUrl, jobs: 'now', rates: RATES_POR_DEFECTO })
  const company = await createCompany(server.url)
  const own = { ...worst, path: worst.path.replace(/emp_[^/]+/, company.empresaId) }
  if (worst.method === 'GET') await fill(server, company, load, path)
  const give = performance.now() + SECONDS * 1000
  await server.watch()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < give) {
        const { status } = await send(server.url, company, own)
        // As a client that does not wait for what it is told to, but leaves the machine to the server.
        if (status === 429 || status === 503) await Bun.sleep(20)
      }
    }),
  )
  const { p99Ms } = await server.lag()
  await server.stop()
  return p99Ms
}
