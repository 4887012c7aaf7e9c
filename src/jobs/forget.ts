// Deletes a job that is over, for kinds whose jobs are worth nothing once they are old.

import type { Database } from 'better-sqlite3'
import { prepareForget } from './statements'

/** Deletes the job unless it still has something to do. Call it in a transaction, after what refers to the job is gone. */
type Forget = (id: string) => void

export function createForget(client: Database): Forget {
  const forget = prepareForget(client)
  return (id) => void forget.run(id)
}
