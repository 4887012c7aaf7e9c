// The most jobs of a kind that may wait (http §16.4): beyond it nothing new is accepted, so a long outage of the SII
// ends in an honest refusal and not in a queue that no day is long enough for.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import { prepareBacklog } from './statements'

const RECOUNT_MS = 100

/** Call before inserting a job; throws QUEUE_UNAVAILABLE, with Retry-After, when `max` of the kind wait already. */
type AdmitJob = () => void

/**
 * The admission of one kind. Counting a full queue takes milliseconds, so it is done only when the places found by the
 * last count are used up, and while it finds none at most ten times a second. A place whose insertion is undone is found
 * again by the next count.
 */
export function createBacklog({
  client,
  kind,
  max,
  clock,
}: {
  client: Database
  kind: string
  max: number
  clock: Clock
}): AdmitJob {
  const count = prepareBacklog(client)
  let places = 0
  let fullAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (places <= 0 && Math.abs(now - fullAt) >= RECOUNT_MS) {
      places = max - count.get(kind)!
      fullAt = places > 0 ? Number.NEGATIVE_INFINITY : now
    }
    if (places <= 0) {
      throw new AppError(
        'QUEUE_UNAVAILABLE',
        `Hay ${max} trabajos en espera y la cola no acepta más por ahora; no se creó nada ni se tomó folio`,
        { headers: { 'Retry-After': '5' } },
      )
    }
    places--
  }
}
