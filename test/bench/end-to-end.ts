// Figure 4: from the first POST to the last Track ID, and on to the last verdict, with the built binary and a simulator in a
// process of its own. The simulator parses and checks every document at its door, on the same processors; an SII would
// not. So its processor time is shown and taken off, in two ways: whole, and, more severely, divided
// by the cores, for where both worked at once a part of it cost nothing. The truth lies between, nearer the second when
// the machine has few cores. Verdicts have a run of their own, for an SII judges minutes later and not while documents come in.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { createCompany, MASTER_KEY } from './company'
import { engineSlice, floorCpuSlice, startByLibrary } from './engine'
import { cpuSeconds, interleave, pairs, spread, TURNS, until } from './measure'
import type { Report } from './report'
import { type Load, startSimulator, startTimbre, withFolder } from './server'

const DOCUMENTS = 4000
const JUDGED_RUNS = 3
const HOUR_MS = 3_600_000

export async function measureEndToEnd(report: Report, load: Load): Promise<void> {
  const { sent, floor, engine, libraryFloor, libraryEngine } = await sendAll(load)
  const of = (key: keyof (typeof sent)[number]): number[] => sent.map((turn) => turn[key])
  report.figure('e2e_documents', 'documents', DOCUMENTS)
  report.figure('e2e_to_last_202_s', 'first POST to last 202, s', spread(of('accepted')))
  report.figure('e2e_to_last_track_id_s', 'to last Track ID, s', spread(of('sent')))
  report.figure(
    'e2e_simulator_door_cpu_s',
    "simulator's processor time until then, s",
    spread(of('simulator')),
  )
  report.figure(
    'e2e_server_cpu_us_per_document',
    "server's processor time a document, µs",
    spread(of('serverUs')),
  )
  report.target(
    'e2e_server_cpu_to_floor_ratio',
    "against the RSA floor's",
    pairs(of('serverUs'), floor),
    '<=',
    2,
  )
  report.figure('e2e_documents_per_s', 'documents/s to Track ID', spread(of('rate')))
  report.figure('e2e_net_documents_per_s', "the same, simulator's time taken off", spread(of('net')))
  report.target('e2e_net_to_engine_ratio', 'against the all-core engine', pairs(of('net'), engine), '>=', 0.6)
  report.figure(
    'e2e_shared_documents_per_s',
    'the same, only its share of the machine taken off',
    spread(of('shared')),
  )
  report.target(
    'e2e_shared_to_engine_ratio',
    'against the all-core engine',
    pairs(of('shared'), engine),
    '>=',
    0.5,
  )
  // The targets are of the runtime's signatures; where the library signs, its own floor lies much lower.
  if (libraryFloor.every(Number.isFinite)) {
    report.figure(
      'e2e_server_cpu_to_library_floor_ratio',
      "processor time against the library's RSA floor",
      pairs(of('serverUs'), libraryFloor),
    )
    report.figure(
      'e2e_net_to_library_engine_ratio',
      "against the engine by the library, simulator's time off",
      pairs(of('net'), libraryEngine),
    )
    report.figure(
      'e2e_shared_to_library_engine_ratio',
      'the same, only its share off',
      pairs(of('shared'), libraryEngine),
    )
  }
  const verdicts = []
  for (let run = 0; run < JUDGED_RUNS; run++) verdicts.push(await judgeAll(load))
  report.target(
    'e2e_to_last_verdict_s',
    'first POST to last verdict, judged at once, s',
    spread(verdicts.map(({ seconds }) => seconds)),
    '<=',
    20,
  )
  report.figure(
    'e2e_simulator_cpu_s',
    "simulator's processor time in it, s",
    spread(verdicts.map(({ simulator }) => simulator)),
  )
}

/** Documents brought to their Track IDs, turn after turn on one server, each beside what the machine could do at best. */
const sendAll = (load: Load) =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: HOUR_MS })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    const { apiKey } = await createCompany(timbre.url)
    const db = connect(join(dir, 'timbre.db'), { readonly: true })
    const last = db.prepare("SELECT max(completed_at) FROM job WHERE kind = 'dte.emitir'").pluck()
    let first = 0
    const send = async () => {
      const before = { simulator: cpuSeconds(simulator.pid), timbre: cpuSeconds(timbre.pid) }
      const posted = await post(load, timbre.url, apiKey, first)
      first += DOCUMENTS
      await allCompleted(dir, 'dte.emitir')
      const seconds = ((last.get() as number) - posted.startedAt) / 1000
      const simulatorCpu = cpuSeconds(simulator.pid) - before.simulator
      return {
        accepted: (posted.endedAt - posted.startedAt) / 1000,
        sent: seconds,
        simulator: simulatorCpu,
        serverUs: ((cpuSeconds(timbre.pid) - before.timbre) * 1e6) / DOCUMENTS,
        rate: DOCUMENTS / seconds,
        net: DOCUMENTS / (seconds - simulatorCpu),
        shared: DOCUMENTS / (seconds - simulatorCpu / availableParallelism()),
      }
    }
    const byLibrary = await startByLibrary()
    const found = await interleave(TURNS, {
      floor: floorCpuSlice,
      engine: engineSlice,
      libraryFloor: () => byLibrary?.floorCpu() ?? Number.NaN,
      libraryEngine: () => byLibrary?.engine() ?? Number.NaN,
      sent: send,
    })
    await byLibrary?.stop()
    db.close()
    await timbre.stop()
    await simulator.stop()
    return found
  })

/** One run to the last verdict; every document must be accepted. */
const judgeAll = (load: Load) =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    const { apiKey } = await createCompany(timbre.url)
    const before = cpuSeconds(simulator.pid)
    const posted = await post(load, timbre.url, apiKey, 0)
    await allCompleted(dir, 'dte.emitir')
    await allCompleted(dir, 'dte.veredicto')
    const seconds = (Date.now() - posted.startedAt) / 1000
    const simulatorCpu = cpuSeconds(simulator.pid) - before
    const db = connect(join(dir, 'timbre.db'), { readonly: true })
    const refused = db.prepare("SELECT count(*) FROM documento WHERE estado_sii <> 'aceptado'").pluck().get()
    db.close()
    if (refused !== 0) throw new Error(`the simulator did not accept ${refused} documents`)
    await timbre.stop()
    await simulator.stop()
    return { seconds, simulator: simulatorCpu }
  })

const post = (load: Load, url: string, apiKey: string, first: number) =>
  load.run({
    url,
    path: '/v1/dte/emitir',
    post: true,
    apiKey,
    connections: 64,
    requests: DOCUMENTS,
    first,
  })

/** Resolves when the database of a folder holds no job of a kind that is not completed. */
export async function allCompleted(dir: string, kind: string): Promise<void> {
  const db = connect(join(dir, 'timbre.db'), { readonly: true })
  const open = db.prepare("SELECT 1 FROM job WHERE kind = ? AND estado <> 'completed' LIMIT 1")
  await until(`jobs ${kind} to end`, () => open.get(kind) === undefined)
  db.close()
}
