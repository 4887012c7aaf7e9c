// `make bench`: every figure of the issue in one run on one machine, as a table and as dist/bench.json. Ends with status 1
// when a target is missed, after telling all of them; a busy machine is told of too. Needs Linux, whose /proc says what each
// process used.

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureEndToEnd } from './end-to-end'
import { measureEngine } from './engine'
import { measureFootprint } from './footprint'
import { measureGrowth } from './growth'
import { measureIntake } from './intake'
import { measureLag } from './lag'
import { measurePdf } from './pdf'
import { createReport, publish } from './report'
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

const seconds = Math.round((performance.now() - began) / 1000)
process.exitCode = await publish(report, { machine, seconds }, FILE, console.log)
