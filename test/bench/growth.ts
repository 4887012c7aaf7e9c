// Figure 6: whether a document costs the same when a hundred thousand are stored as when a thousand are: the processor time
// that the server spends on one from its POST to its Track ID, and how fast a job and the lists are read.

import { join } from 'node:path'
import { MASTER_KEY } from './company'
import { allCompleted } from './end-to-end'
import { cpuSeconds, interleave, pairs, spread, TURNS } from './measure'
import type { Report } from './report'
import { type Load, type Server, startSimulator, startTimbre, withFolder } from './server'
import { type Stocked, stock } from './stock'

const SIZES = { small: 1000, large: 100_000 } as const
const DOCUMENTS = 1000
const READ_SECONDS = 0.4
const HOUR_MS = 3_600_000

interface Side extends Stocked {
  dir: string
  server: Server
}

export const measureGrowth = (report: Report, load: Load): Promise<void> =>
  withFolder(async (folder) => {
    const simulator = await startSimulator({ judgeAfterMs: HOUR_MS })
    const start = async (size: number): Promise<Side> => {
      const dir = join(folder, String(size))
      const stocked = await stock(dir, size, load)
      return { ...stocked, dir, server: await startTimbre(dir, simulator.url, MASTER_KEY) }
    }
    const small = await start(SIZES.small)
    const large = await start(SIZES.large)
    for (const side of [small, large]) await emit(load, side)
    const costs = await interleave(TURNS, { small: () => emit(load, small), large: () => emit(load, large) })
    report.figure(
      'growth_1000_cpu_us_per_document',
      'server time a document with 1,000 stored, µs',
      spread(costs.small),
    )
    report.figure(
      'growth_100000_cpu_us_per_document',
      'the same with 100,000 stored, µs',
      spread(costs.large),
    )
    report.target('growth_cost_ratio', '100,000 against 1,000', pairs(costs.large, costs.small), '<=', 1.2)

    const reads: [name: string, what: string, path: (side: Side) => string][] = [
      ['job', 'a job', ({ jobId }) => `/v1/dte/emision/${jobId}`],
      ['documents_page', 'first page of documents', () => '/v1/documentos?limite=25'],
      ['jobs_page', 'first page of jobs', () => '/v1/dte/emision?limite=25'],
    ]
    for (const [name, what, path] of reads) {
      const found = await interleave(TURNS, {
        small: () => read(load, small, path(small)),
        large: () => read(load, large, path(large)),
      })
      report.figure(`growth_1000_${name}_per_s`, `GET ${what} with 1,000 stored, per s`, spread(found.small))
      report.figure(`growth_100000_${name}_per_s`, 'the same with 100,000 stored', spread(found.large))
      // Flat, less what a shared machine takes from either of two short measurements.
      report.target(
        `growth_${name}_ratio`,
        '100,000 against 1,000',
        pairs(found.large, found.small),
        '>=',
        0.7,
      )
    }
    for (const { server } of [small, large]) await server.stop()
    await simulator.stop()
  })

let posted = 0

/** Microseconds of the server's processor time a document, from its POST until it has its Track ID. */
async function emit(load: Load, { server, dir, apiKey }: Side): Promise<number> {
  const before = cpuSeconds(server.pid)
  await load.run({
    url: server.url,
    path: '/v1/dte/emitir',
    post: true,
    apiKey,
    connections: 64,
    requests: DOCUMENTS,
    first: ++posted * DOCUMENTS,
  })
  await allCompleted(dir, 'dte.emitir')
  return ((cpuSeconds(server.pid) - before) * 1e6) / DOCUMENTS
}

async function read(load: Load, { server, apiKey }: Side, path: string): Promise<number> {
  const reading = { url: server.url, path, post: false, apiKey, connections: 8, seconds: READ_SECONDS }
  return (await load.run(reading)).perSecond
}
