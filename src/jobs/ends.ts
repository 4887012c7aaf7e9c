// Lets a caller wait for the end of a job, as a request does that queued one and would rather answer with
// what came of it.

import type { Database } from 'better-sqlite3'
import { type Timer, within } from '../base/timer'
import { prepareUnderWay } from './statements'

interface Waiter {
  until: number
  go(): void
}

export interface Ends {
  /** The job has ended: whoever waits for it goes on. After the commit. */
  notify(id: string): void
  /** It stands still until then: whoever would not wait so long goes on. After the commit. */
  notifyWait(id: string, until: Date): void
  /**
   * Resolves once the job is told to have ended or to stand still for longer, at once when it has or does or is not there, and after
   * `ms` in any case.
   */
  within(id: string, ms: number): Promise<void>
}

/**
 * Tells the ends of this process alone: an end in another one is not told, and its waiters see it when their
 * time is over.
 */
export function createEnds(client: Database, timer: Timer, now: () => number): Ends {
  const waiting = new Map<string, Set<Waiter>>()
  const underWay = prepareUnderWay(client)
  return {
    notify(id) {
      for (const { go } of waiting.get(id) ?? []) go()
    },
    notifyWait(id, until) {
      for (const one of waiting.get(id) ?? []) if (one.until < until.getTime()) one.go()
    },
    async within(id, ms) {
      const until = now() + ms
      const row = underWay.get(id)
      if (!row || Math.max(row.runAt ?? 0, Date.parse(row.espera ?? '') || 0) > until) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const own = { until, go: resolve }
      const all = waiting.get(id) ?? new Set()
      waiting.set(id, all.add(own))
      await within(timer, ms, promise)
      all.delete(own)
      if (!all.size && waiting.get(id) === all) waiting.delete(id)
    },
  }
}
