// `make bench`: every figure of what is promised in one run on one machine, as a table and as dist/bench.json. Ends with status 1
// when a target is missed, after telling all of them; a busy machine is told of too. Needs Linux, whose /proc says what each
// process used.

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureAcuse } from './acuse'
import { measureBackup } from './backup'
import { measureBuzon } from './buzon'
import { measureClientes } from './clientes'
import { measureCredential } from './credential'
import { measureEndToEnd } from './end-to-end'
import { measureEngine } from './engine'
import { measureExtraccion } from './extraccion'
import { measureFirma } from './firma'
import { measureFootprint } from './footprint'
import { measureGrowth } from './growth'
import { measureIntake } from './intake'
import { measureLag } from './lag'
import { measureMillion } from './million'
import { measurePage } from './page'
import { measurePdf } from './pdf'
import { measureRecibidos } from './recibidos'
import { measureRegister } from './register'
import { createReport, publish } from './report'
import { measureSeries } from './series'
import { startLoad } from './server'
import { measureStreams } from './streams'
import { measureWebhooks } from './webhooks'
import { measureWorst } from './worst'

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

/** Takes ten minutes and twenty gigabytes: run only when it is asked for. */
const BY_NAME = new Set(['million'])
/** By the names that `run.ts NAME…` gives, the file then telling of them alone; without one all run, in this order. */
const groups: Record<string, [title: string, measure: () => Promise<unknown>]> = {
  engine: ['Engine (no disk, no network)', () => measureEngine(report)],
  intake: ['Intake (emission standing still)', () => measureIntake(report, load)],
  lag: ['Event loop', () => measureLag(report, load)],
  'end-to-end': ['End to end', () => measureEndToEnd(report, load)],
  pdf: ['Printed representation', () => measurePdf(report)],
  page: ['First page of documents', () => measurePage(report, load)],
  growth: ['Growth', () => measureGrowth(report, load)],
  footprint: ['Footprint', () => measureFootprint(report, load)],
  worst: ['What one key’s worst costs the others', () => measureWorst(report, load)],
  webhooks: ['Webhooks', () => measureWebhooks(report, load)],
  credential: ['Authentication', () => measureCredential(report, load)],
  streams: ['Streams of events', () => measureStreams(report, load)],
  rcv: ['Register of purchases and sales', () => measureRegister(report, load)],
  acuse: ['Acceptances', () => measureAcuse(report)],
  extraccion: ['Strangers’ invoices', () => measureExtraccion(report)],
  recibidos: ['Received documents', () => measureRecibidos(report)],
  buzon: ['Mailbox of two thousand letters', () => measureBuzon(report)],
  clientes: ['Book of fifty thousand customers', () => measureClientes(report)],
  firma: ['A firm’s day', () => measureFirma(report)],
  series: ['Series of one minute', () => measureSeries(report)],
  million: ['Growth to a million', () => measureMillion(report, load)],
  backup: ['Backup while issuing', () => measureBackup(report, load)],
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !groups[name])
if (unknown.length) throw new Error(`no ${unknown}; there are ${Object.keys(groups).join(', ')}`)
const began = performance.now()
for (const [name, [title, measure]] of Object.entries(groups)) {
  if (asked.length ? !asked.includes(name) : BY_NAME.has(name)) continue
  report.group(title)
  const start = performance.now()
  process.stderr.write(`${title} … `)
  await measure()
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`)
}
await load.stop()

const seconds = Math.round((performance.now() - began) / 1000)
process.exitCode = await publish(report, { machine, seconds }, FILE, console.log)
