// Figure 11: a backup of a database of a gigabyte while its server issues: every request is answered 202, or the load throws, and
// `timbre verificar` finds the copy sound.

import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MASTER_KEY } from './company'
import { poster } from './intake'
import { median } from './measure'
import type { Report } from './report'
import { type Load, runTimbre, startSimulator, startTimbre, withFolder } from './server'
import { stock } from './stock'

const DOCUMENTS = 75_000
const BYTES = 1e9
const HOUR_MS = 3_600_000
/** They issue all the time, in pieces of a second. */
const CONNECTIONS = 8

export const measureBackup = (report: Report, load: Load): Promise<void> =>
  withFolder(async (folder) => {
    const dir = join(folder, 'datos')
    const restored = join(folder, 'copia')
    mkdirSync(restored)
    const copy = join(restored, 'timbre.db')
    const { apiKey } = await stock(dir, DOCUMENTS, load)
    const { size } = statSync(join(dir, 'timbre.db'))
    if (size < BYTES) throw new Error(`the database has only ${size} bytes`)
    const simulator = await startSimulator({ judgeAfterMs: HOUR_MS })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    const issue = poster(load, timbre.url, apiKey, CONNECTIONS)
    await issue(2)
    let ended = false
    const began = performance.now()
    const backup = runTimbre(['respaldo', copy, '--data', dir]).then((result) => {
      ended = true
      return { ...result, seconds: (performance.now() - began) / 1000 }
    })
    const beside = []
    while (!ended) beside.push(await issue(1))
    const { status, output, seconds } = await backup
    for (const { stop } of [timbre, simulator]) await stop()
    if (status !== 0) throw new Error(`the backup failed: ${output}`)
    const verified = await runTimbre(['verificar', '--data', restored])
    if (verified.status !== 0) throw new Error(`the copy is not sound: ${verified.output}`)

    const issued = beside.reduce((sum, { statuses }) => sum + statuses['202']!, 0)
    report.figure('backup_mb', 'database, MB', size / 1e6)
    report.figure('backup_s', 'its backup while issuing, s', seconds)
    report.target('backup_issued', 'documents accepted meanwhile, no request failed', issued, '>=', 1)
    report.figure('backup_beside_per_s', '202s a second meanwhile', median(beside.map((r) => r.perSecond)))
    report.figure('backup_beside_p99_ms', 'their p99, ms', median(beside.map((r) => r.p99Ms)))
    report.figure('backup_beside_max_ms', 'the longest, ms', Math.max(...beside.map((r) => r.maxMs)))
  })
