// Figure 4: from the first POST to the last Track ID, and on to the last verdict, with the built binary and a simulator in a
// process of its own. The simulator parses, checks and later judges every document on the same processors; an SII would
// not. So its processor time is shown, and taken off as its share of the machine: seconds used, divided by the cores.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { createCompany, MASTER_KEY } from './company'
import { cpuSeconds, median, until } from './measure'
import type { Report } from './report'
import { type Load, type Server, startSimulator, startTimbre, withFolder } from './server'

const ROUNDS = 3
const DOCUMENTS = 4000
/** Judging begins when the last envelope is in, as at an SII whose verdicts take minutes. */
const JUDGE_AFTER_MS = 6000

export const measureEndToEnd = (report: Report, load: Load, engine: number): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: JUDGE_AFTER_MS })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    const { apiKey } = await createCompany(timbre.url)
    const rounds = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round(dir, i, { simulator, timbre, load, apiKey }))
    await timbre.stop()
    await simulator.stop()

    const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((r) => r[key]))
    report.figure('e2e_documents', 'documents', DOCUMENTS)
    report.figure('e2e_to_last_202_s', 'first POST to last 202, s', of('accepted'))
    report.figure('e2e_to_last_track_id_s', 'to last Track ID, s', of('sent'))
    report.figure('e2e_to_last_verdict_s', `to last verdict, s (judging waits ${JUDGE_AFTER_MS} ms)`, of('judged'))
    report.figure('e2e_simulator_to_track_id_cpu_s', "simulator's processor time to Track ID, s", of('simulator'))
    report.figure('e2e_simulator_judging_cpu_s', "simulator's judging, s", of('judging'))
    report.figure('e2e_server_cpu_us_per_document', "server's processor time a document, µs", of('serverUs'))
    report.figure('e2e_documents_per_s', 'documents to Track ID', of('rate'))
    report.figure('e2e_documents_per_s_net', "the same, simulator's share taken off", of('net'))
    report.target('e2e_to_engine_ratio', 'against the all-core engine', of('net') / engine, '>=', 0.6)
  })

async function round(
  dir: string,
  number: number,
  { simulator, timbre, load, apiKey }: { simulator: Server; timbre: Server; load: Load; apiKey: string },
) {
  const db = connect(join(dir, 'timbre.db'), { readonly: true })
  const openOf = (kind: string) =>
    db.prepare(`SELECT 1 FROM job WHERE kind = '${kind}' AND estado <> 'completed' LIMIT 1`)
  const [unsent, unjudged] = [openOf('dte.emitir'), openOf('dte.veredicto')]
  const before = { simulator: cpuSeconds(simulator.pid), timbre: cpuSeconds(timbre.pid) }
  const posting = { url: timbre.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 64 }
  const load202 = await load.run({ ...posting, requests: DOCUMENTS, first: number * DOCUMENTS })
  await until('the documents are sent', () => unsent.get() === undefined)
  const sent = { simulator: cpuSeconds(simulator.pid), timbre: cpuSeconds(timbre.pid) }
  const lastSent = db.prepare("SELECT max(completed_at) FROM job WHERE kind = 'dte.emitir'").pluck()
  const toTrackId = ((lastSent.get() as number) - load202.startedAt) / 1000
  await until('the documents are judged', () => unjudged.get() === undefined)
  const lastJudged = db.prepare("SELECT max(completed_at) FROM job WHERE kind = 'dte.veredicto'").pluck()
  const refused = db.prepare("SELECT count(*) FROM documento WHERE estado_sii <> 'aceptado'").pluck().get()
  if (refused !== 0) throw new Error(`the simulator did not accept ${refused} documents`)
  db.close()
  const simulatorCpu = sent.simulator - before.simulator
  return {
    accepted: (load202.endedAt - load202.startedAt) / 1000,
    sent: toTrackId,
    judged: ((lastJudged.get() as number) - load202.startedAt) / 1000,
    simulator: simulatorCpu,
    judging: cpuSeconds(simulator.pid) - sent.simulator,
    serverUs: ((sent.timbre - before.timbre) * 1e6) / DOCUMENTS,
    rate: DOCUMENTS / toTrackId,
    net: DOCUMENTS / (toTrackId - simulatorCpu / availableParallelism()),
  }
}
