// Whether a document costs the same when a million are stored as when ten thousand are, to the server and to the simulator, from its
// POST to its verdict. Three pairs of them stand side by side, each over files of its own, and issue in turns. Filling the
// largest takes minutes and ten gigabytes: only who asks for this group by its name gets it.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MASTER_KEY } from './company'
import { allCompleted } from './end-to-end'
import { cpuSeconds, interleave, pairs, spread, TURNS } from './measure'
import type { Report } from './report'
import { type Load, type Server, startSimulator, startTimbre, withFolder } from './server'
import { stock } from './stock'

const SIZES = [10_000, 100_000, 1_000_000]
const DOCUMENTS = 1000
/** Flat, less what a shared machine takes. */
const FLAT = 1.2

interface Side {
  dir: string
  apiKey: string
  simulator: Server
  timbre: Server
}

interface Cost {
  server: number
  simulator: number
}

export const measureMillion = (report: Report, load: Load): Promise<void> =>
  withFolder(async (folder) => {
    const sides: Side[] = []
    for (const size of SIZES) {
      const dir = join(folder, String(size))
      mkdirSync(dir)
      const ledger = join(dir, 'simulador.db')
      const began = performance.now()
      const { apiKey } = await stock(dir, size, load, ledger)
      process.stderr.write(`${size} in ${((performance.now() - began) / 1000).toFixed(0)} s … `)
      const simulator = await startSimulator({ judgeAfterMs: 0, path: ledger })
      sides.push({ dir, apiKey, simulator, timbre: await startTimbre(dir, simulator.url, MASTER_KEY) })
    }
    let first = 0
    /** Microseconds of processor time a document. */
    const issue = async ({ dir, apiKey, simulator, timbre }: Side): Promise<Cost> => {
      const before = { server: cpuSeconds(timbre.pid), simulator: cpuSeconds(simulator.pid) }
      first += DOCUMENTS
      const posting = { url: timbre.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 64 }
      await load.run({ ...posting, requests: DOCUMENTS, first })
      for (const kind of ['dte.emitir', 'dte.veredicto']) await allCompleted(dir, kind)
      return {
        server: ((cpuSeconds(timbre.pid) - before.server) * 1e6) / DOCUMENTS,
        simulator: ((cpuSeconds(simulator.pid) - before.simulator) * 1e6) / DOCUMENTS,
      }
    }
    const contenders = Object.fromEntries(sides.map((side, i) => [SIZES[i]!, () => issue(side)]))
    for (const warm of Object.values(contenders)) await warm()
    const found = await interleave(TURNS, contenders)
    for (const { timbre, simulator } of sides) {
      await timbre.stop()
      await simulator.stop()
    }
    const least = SIZES[0]!
    for (const who of ['server', 'simulator'] as const) {
      const of = (size: number): number[] => found[size]!.map((cost) => cost[who])
      for (const size of SIZES) {
        const many = size.toLocaleString('en-US')
        report.figure(
          `million_${size}_${who}_us`,
          `${who}'s time a document, ${many} stored, µs`,
          spread(of(size)),
        )
        if (size === least) continue
        const ratio = pairs(of(size), of(least))
        report.target(
          `million_${size}_${who}_ratio`,
          `against ${least.toLocaleString('en-US')}`,
          ratio,
          '<=',
          FLAT,
        )
      }
    }
  })
