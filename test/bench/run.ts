// `make bench`: every figure of the issue in one run on one machine, as a table and as dist/bench.json. Ends with status 0
// whatever it finds, for a busy machine is no defect; `--strict` ends with 1 when a target is missed. Needs Linux, whose
// /proc says what each process used.

import { mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureEndToEnd } from './end-to-end'
import { measureEngine } from './engine'
import { measureFootprint } from './footprint'
import { measureGrowth } from './growth'
import { measureIntake } from './intake'
import { measureLag } from './lag'
import { measurePdf } from './pdf'
import { createReport } from './report'
import { startLoad } from './server'

const FILE = join(import.meta.dir, '../../dist/bench.json')
// Above this, something else is running and takes from every figure.
const BUSY = 0.5

const report = createReport()
const load = await startLoad()
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 1e9),
  bun: Bun.version,
  load_before: Math.round(loadavg()[0]! * 100) / 100,
}
if (machine.load_before > BUSY) {
  report.note(
    `The machine was busy before the run (load ${machine.load_before}): every figure is lower for it.`,
  )
}

let engine = 0
const groups: [title: string, measure: () => Promise<unknown>][] = [
  ['Engine (no disk, no network)', async () => (engine = await measureEngine(report))],
  ['Intake (emission standing still)', () => measureIntake(report, load)],
  ['Event loop', () => measureLag(report, load)],
  ['End to end', () => measureEndToEnd(report, load, engine)],
  ['Printed representation', () => measurePdf(report)],
  ['Growth', () => measureGrowth(report, load)],
  ['Footprint', () => measureFootprint(report, load)],
]
const began = performance.now()
for (const [title, measure] of groups) {
  report.group(title)
  const start = performance.now()
  process.stderr.write(`${title} … `)
  await measure()
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`)
}
await load.stop()

for (const line of report.lines()) console.log(line)
const result = { ...report.json(), machine, seconds: Math.round((performance.now() - began) / 1000) }
mkdirSync(join(FILE, '..'), { recursive: true })
await Bun.write(FILE, `${JSON.stringify(result, null, 2)}\n`)
console.log(`The same in dist/bench.json; ${report.json().targets_missed} targets missed.`)
if (process.argv.includes('--strict') && report.json().targets_missed !== 0) process.exitCode = 1
