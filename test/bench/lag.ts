// Figure 3: how late the server's event loop comes while it signs at full rate. Documents pile up first; then the queue is let
// loose on them, the simulator in a process of its own.

import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { createCompany } from './company'
import { median, until } from './measure'
import type { Report } from './report'
import { type Load, startApp, startSimulator, withFolder } from './server'

const ROUNDS = 3
const DOCUMENTS = 3000

export async function measureLag(report: Report, load: Load): Promise<void> {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await withFolder((dir) => drainWatched(dir, load)))
  const p99 = median(rounds.map(({ p99Ms }) => p99Ms))
  report.figure('lag_p50_ms', 'event-loop lag while signing, p50, ms', median(rounds.map((r) => r.p50Ms)))
  report.figure('lag_max_ms', 'its longest, ms', median(rounds.map((r) => r.maxMs)))
  report.target('lag_p99_ms', 'its p99, ms', p99, '<', 15)
}

async function drainWatched(dir: string, load: Load) {
  const path = join(dir, 'timbre.db')
  const simulator = await startSimulator({ judgeAfterMs: 0 })
  const app = await startApp({ path, simuladorUrl: simulator.url, jobs: 'later' })
  const { apiKey } = await createCompany(app.url)
  const posting = { url: app.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 64 }
  await load.run({ ...posting, requests: DOCUMENTS })
  const db = connect(path, { readonly: true })
  const waiting = db.prepare("SELECT 1 FROM job WHERE kind = 'dte.emitir' AND estado <> 'completed' LIMIT 1")
  await app.watch()
  await app.run()
  await until('the documents are sent', () => waiting.get() === undefined)
  const lag = await app.lag()
  db.close()
  await app.stop()
  await simulator.stop()
  return lag
}
