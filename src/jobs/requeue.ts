// Brings a stopped job back inside somebody else's transaction: what it was about has moved on without it.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../domain/ambiente'
import { LAST_PLACE } from './row'
import { prepareTransition } from './update'

/** Puts a job of `failed` or `dlq` back to `pending`, its attempts and window anew; any other is left alone. */
export type Requeue = (id: string) => void

/** The prepared requeueing of `client`. Call it inside a transaction and `wake()` the runner after the commit. */
export function createRequeue(client: Database, clock: Clock): Requeue {
  const requeue = prepareTransition(client, { ...RETRY, where: 'id = ?' })
  return (id) => void requeue.run(clock().getTime(), id)
}

/** What a retry changes of a job, whoever asks for it; takes the present as its parameter. */
export const RETRY = {
  from: ['failed', 'dlq'],
  to: 'pending',
  set: `intentos = 0, fallas = 0, interrupciones = 0, queued_at = ?, lugar = ${LAST_PLACE}, started_at = NULL, failed_at = NULL, error = NULL`,
} as const
