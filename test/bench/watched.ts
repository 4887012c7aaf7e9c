// How late the event loop of the bench's own server comes while it does some work.

import type { Lag } from './app-process'
import { median } from './measure'
import type { Report } from './report'
import type { AppServer } from './server'

/** Milliseconds. */
const LAG_P99 = 15
const LAG_MAX = 50

export interface Watched extends Lag {
  ms: number
}

/** How long some work takes, and how late the loop comes meanwhile. */
export async function watched(app: AppServer, work: () => Promise<unknown>): Promise<Watched> {
  await app.watchTurns()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  return { ms, ...(await app.lag()) }
}

/** The worst of what was watched, each the middle of its rounds. */
export function reportLag(report: Report, group: string, found: Record<string, readonly Watched[]>): void {
  const worst = (value: (one: Lag) => number): [number, string] =>
    Object.entries(found)
      .map(([name, rounds]): [number, string] => [median(rounds.map(value)), name])
      .reduce((a, b) => (a[0] > b[0] ? a : b))
  const [p99, slow] = worst((one) => one.p99Ms)
  const [max, longest] = worst((one) => one.maxMs)
  report.target(`${group}_lag_p99_ms`, 'event-loop lag meanwhile, p99 of the worst, ms', p99, '<', LAG_P99)
  report.target(`${group}_lag_max_ms`, 'its longest, ms', max, '<=', LAG_MAX)
  const [held, busiest] = worst((one) => one.heldMs)
  const [heldP99] = worst((one) => one.heldP99Ms)
  report.figure(`${group}_held_p99_ms`, 'computed without a turn for others, p99, ms', heldP99)
  report.figure(`${group}_held_ms`, 'its longest, ms', held)
  report.note(
    `The loop of ${group} came latest during: ${slow} (p99), ${longest} (longest); it computed longest during: ${busiest}.`,
  )
}
