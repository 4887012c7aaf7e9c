// Brings a stopped job back inside somebody else's transaction: what it was about has moved on without it.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import { prepareRetry } from './statements'

/** Puts a job of `failed` or `dlq` back to `pending`, its attempts anew; any other is left alone. */
export type Requeue = (id: string) => void

/** The prepared requeueing of `client`. Call it inside a transaction and `wake()` the runner after the commit. */
export function createRequeue(client: Database, clock: Clock): Requeue {
  const requeue = prepareRetry(client)
  return (id) => void requeue.run(clock().getTime(), id)
}
