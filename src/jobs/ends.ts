// Who waits for the end of a job, as a request does that queued one and would rather answer with what came of it.

import type { Database } from 'better-sqlite3'
import { type Timer, within } from '../base/timer'
import { prepareUnderWay } from './statements'

export interface Ends {
  /** The job has ended: whoever waits for it goes on. After the commit. */
  tell(id: string): void
  /** Resolves once the job is told to have ended, at once when it has or is not there, and after `ms` in any case. */
  within(id: string, ms: number): Promise<void>
}

/** Of this process alone: an end in another one is not told, and its waiters see it when their time is over. */
export function createEnds(client: Database, timer: Timer): Ends {
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const isUnderWay = prepareUnderWay(client)
  return {
    tell(id) {
      waiting.get(id)?.resolve()
      waiting.delete(id)
    },
    async within(id, ms) {
      if (!isUnderWay.get(id)) return
      const ended = waiting.get(id) ?? Promise.withResolvers<void>()
      waiting.set(id, ended)
      await within(timer, ms, ended.promise)
    },
  }
}
