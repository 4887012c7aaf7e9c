// Figure 2: how many 202s a second, each durable, with 64 connections. Emission stands still meanwhile: the simulator takes
// an hour to answer an upload, so the server signs the first handful of documents and all others pile up behind it.

import { join } from 'node:path'
import { openDatabase } from '../../src/store/driver'
import { startChild } from './child'
import { createCompany, MASTER_KEY } from './company'
import { variedBody } from './document'
import { interleave, median, pairs, perSecond, spread, TURNS } from './measure'
import type { Report } from './report'
import { type Load, type Server, startApp, startSimulator, startTimbre, withFolder } from './server'

const CONNECTIONS = 64
const SECONDS = 1.5
const HOUR_MS = 3_600_000

/** The simulator that never answers an upload. */
export async function startStuckSimulator(): Promise<Server> {
  const simulator = await startSimulator({ judgeAfterMs: 0 })
  const answer = await fetch(`${simulator.url}/simulador/fallas`, {
    method: 'POST',
    body: JSON.stringify({ servicio: 'envio', falla: 'demora', ms: HOUR_MS }),
  })
  if (answer.status !== 201) throw new Error(`the simulator refused the fault: ${await answer.text()}`)
  return simulator
}

/** Posts documents to a server for a while, each round with numbers of its own. */
export function poster(load: Load, url: string, apiKey: string, connections = CONNECTIONS) {
  let first = 0
  return async (seconds: number) => {
    const result = await load.run({
      url,
      path: '/v1/dte/emitir',
      post: true,
      apiKey,
      connections,
      seconds,
      first,
    })
    first += Object.values(result.statuses).reduce((sum, n) => sum + n, 0)
    return result
  }
}

export const measureIntake = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startStuckSimulator()
    const timbre = await startTimbre(join(dir, 'timbre'), simulator.url, MASTER_KEY)
    const each = await startApp({
      path: join(dir, 'each.db'),
      simuladorUrl: simulator.url,
      jobs: 'later',
      commitEach: true,
    })
    const bare = await startChild<string>('bare-process.ts', null)
    const store = openDatabase(join(dir, 'store.db'))
    store.exec('CREATE TABLE fila (id INTEGER PRIMARY KEY, contenido BLOB NOT NULL)')
    const insert = store.prepare('INSERT INTO fila (contenido) VALUES (?)')
    const body = variedBody()(1)

    const together = poster(load, timbre.url, (await createCompany(timbre.url)).apiKey)
    const apart = poster(load, each.url, (await createCompany(each.url)).apiKey)
    const nothing = poster(load, bare.ready, 'none')
    for (const warm of [together, apart, nothing]) await warm(1)
    const transactions: number[] = []
    const found = await interleave(TURNS, {
      together: () => together(SECONDS),
      apart: () => apart(SECONDS),
      nothing: () => {
        transactions.push(perSecond(SECONDS / 4, () => insert.run(body)))
        return nothing(SECONDS / 2)
      },
    })
    store.close()
    for (const { stop } of [timbre, each, bare, simulator]) await stop()

    const rates = (results: typeof found.together) => results.map(({ perSecond }) => perSecond)
    const [p50, p99] = [found.together.map((r) => r.p50Ms), found.together.map((r) => r.p99Ms)]
    report.figure('store_transactions_per_s', 'bare durable transactions of the store', median(transactions))
    report.figure(
      'intake_bare_route_per_s',
      'bare Elysia route, same schema, 64 connections',
      spread(rates(found.nothing)),
    )
    report.figure(
      'intake_one_transaction_each_per_s',
      'durable 202s, one transaction a request',
      spread(rates(found.apart)),
    )
    report.figure('intake_202_per_s', 'durable 202s', spread(rates(found.together)))
    report.figure('intake_p50_ms', 'their p50, ms', spread(p50))
    report.figure('intake_p99_ms', 'their p99, ms', spread(p99))
    report.target(
      'intake_to_one_transaction_each_ratio',
      'against one transaction a request',
      pairs(rates(found.together), rates(found.apart)),
      '>=',
      2.2,
    )
    report.target('intake_p99_to_p50_ratio', 'p99 against p50', pairs(p99, p50), '<', 8)
  })
