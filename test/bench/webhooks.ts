// Figure 8: webhooks to ten endpoints that answer, while fifty of other companies take every delivery and say nothing. Documents
// come at an even pace, so that what is measured is a server that keeps up, not how long a heap of deliveries takes.

import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { type Child, startChild } from './child'
import { type Company, createCompany, MASTER_KEY } from './company'
import { cpuSeconds, percentile, residentMb } from './measure'
import type { Arrival } from './receivers-process'
import type { Report } from './report'
import { type Load, type Server, startSimulator, startTimbre, withFolder } from './server'

/** As many as a company may have. */
const ENDPOINTS = 10
const HANGING_COMPANIES = 5
/** The waiting load of each endpoint that hangs: two events of each document. */
const WAITING_DOCUMENTS = 20
/** 60 documents a second, two events each, to ten endpoints: 1,200 deliveries a second. */
const PER_TICK = 6
const TICK_MS = 100
const WARM_TICKS = 120
const TICKS = 200
const EVENTS = 2

export const measureWebhooks = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const receivers = await startChild<string>('receivers-process.ts', null)
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    for (let n = 1; n <= HANGING_COMPANIES; n++) {
      const company = await createCompany(timbre.url, n)
      await register(timbre.url, company, `${receivers.ready}/colgado/${n}`)
      await post(load, timbre, company, WAITING_DOCUMENTS, 0)
    }
    const company = await createCompany(timbre.url)
    await register(timbre.url, company, `${receivers.ready}/sano`)

    await pace(load, timbre, company, 0, WARM_TICKS)
    await arrived(receivers, WARM_TICKS)
    await receivers.ask('take')
    const before = residentMb(timbre.pid)
    const cpu = cpuSeconds(timbre.pid)
    const began = Date.now()
    await pace(load, timbre, company, WARM_TICKS, TICKS)
    await arrived(receivers, TICKS)
    const after = residentMb(timbre.pid)
    const used = cpuSeconds(timbre.pid) - cpu
    const { hanging } = await receivers.ask<{ hanging: number }>('count')
    const arrivals = await receivers.ask<Arrival[]>('take')
    const waits = waitsOf(arrivals, dir)
    const last = Math.max(...arrivals.map(([, at]) => at))
    for (const { stop } of [receivers, timbre, simulator]) await stop()

    if (hanging < HANGING_COMPANIES * ENDPOINTS) throw new Error(`only ${hanging} deliveries hang`)
    const rate = (arrivals.length * 1000) / (last - began)
    report.target('webhook_deliveries_per_s', 'deliveries/s while 50 endpoints hang', rate, '>=', 1000)
    report.figure('webhook_arrival_p50_ms', 'from event to arrival, p50, ms', percentile(waits, 0.5))
    report.target('webhook_arrival_p99_ms', 'its p99, ms', percentile(waits, 0.99), '<', 1000)
    report.figure('webhook_arrival_max_ms', 'its longest, ms', waits.at(-1)!)
    report.figure(
      'webhook_server_cpu_us_per_delivery',
      "server's processor time a delivery, its document's included, µs",
      (used * 1e6) / arrivals.length,
    )
    report.figure('webhook_resident_mb', 'resident memory after warming up, MB', before)
    const what = `${arrivals.length} deliveries add, MB`
    report.target('webhook_added_mb', what, after - before, '<', 50)
  })

async function register(url: string, { apiKey }: Company, base: string): Promise<void> {
  for (let i = 0; i < ENDPOINTS; i++) {
    const answer = await fetch(`${url}/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ url: `${base}/${i}` }),
    })
    if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${await answer.text()}`)
  }
}

const post = (load: Load, { url }: Server, { apiKey }: Company, requests: number, first: number) =>
  load.run({ url, path: '/v1/dte/emitir', post: true, apiKey, connections: 2, requests, first })

async function pace(load: Load, timbre: Server, company: Company, from: number, ticks: number) {
  const start = performance.now()
  for (let i = 0; i < ticks; i++) {
    await post(load, timbre, company, PER_TICK, (from + i) * PER_TICK)
    await Bun.sleep(Math.max(0, start + (i + 1) * TICK_MS - performance.now()))
  }
}

/** Resolves when all that the documents of so many ticks brought about has arrived. */
async function arrived(receivers: Child, ticks: number): Promise<void> {
  const wanted = ticks * PER_TICK * EVENTS * ENDPOINTS
  const give = performance.now() + 60_000
  for (;;) {
    const { healthy } = await receivers.ask<{ healthy: number }>('count')
    if (healthy >= wanted) return
    if (performance.now() > give) throw new Error(`${healthy} of ${wanted} deliveries arrived`)
    await Bun.sleep(20)
  }
}

/** Milliseconds from each arrival's event until it came, the shortest first. */
function waitsOf(arrivals: readonly Arrival[], dir: string): Float64Array {
  const db = connect(join(dir, 'timbre.db'), { readonly: true })
  const created = new Map(db.prepare<[], [string, number]>('SELECT id, created_at FROM evento').raw().all())
  db.close()
  return Float64Array.from(arrivals, ([id, at]) => at - created.get(id)!).sort()
}
