// Figure 7: what the built binary weighs: on disk, in memory idle and with ten thousand jobs waiting, and how long a start
// takes on a database that exists.

import { existsSync, statSync } from 'node:fs'
import { createCompany, MASTER_KEY } from './company'
import { startStuckSimulator } from './intake'
import { median, residentMb } from './measure'
import type { Report } from './report'
import { BINARY, type Load, startTimbre, withFolder } from './server'

const STARTS = 7
const WAITING = 10_000
const SETTLE_MS = 2000

export const measureFootprint = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    if (existsSync(BINARY)) {
      report.target('binary_mb', 'binary, MB', statSync(BINARY).size / 1e6, '<', 130)
    }
    const simulator = await startStuckSimulator()
    const first = await startTimbre(dir, simulator.url, MASTER_KEY)
    const { apiKey } = await createCompany(first.url)
    await first.stop()

    const starts: number[] = []
    for (let i = 0; i < STARTS; i++) {
      const began = performance.now()
      const server = await startTimbre(dir, simulator.url, MASTER_KEY)
      if (!(await fetch(`${server.url}/salud`)).ok) throw new Error('the server does not answer')
      starts.push(performance.now() - began)
      await server.stop()
    }
    report.target('start_to_first_answer_ms', 'start to first answer, ms', median(starts), '<', 150)

    const server = await startTimbre(dir, simulator.url, MASTER_KEY)
    await fetch(`${server.url}/salud`)
    await Bun.sleep(SETTLE_MS)
    const idle = residentMb(server.pid)
    const posting = { url: server.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 64 }
    await load.run({ ...posting, requests: WAITING })
    await Bun.sleep(SETTLE_MS)
    const waiting = residentMb(server.pid)
    await server.stop()
    await simulator.stop()
    report.target('idle_resident_mb', 'resident memory idle, MB', idle, '<', 100)
    report.target('waiting_10000_added_mb', '10,000 waiting jobs add, MB', waiting - idle, '<', 100)
  })
