// Deletes a job that is over, for kinds whose jobs are worth nothing once they are old.

import type { Database } from 'better-sqlite3'

/** Deletes the job unless it still has something to do. Call it in a transaction, after what refers to the job is gone. */
export type Forget = (id: string) => void

export function createForget(client: Database): Forget {
  const forget = client.prepare(
    "DELETE FROM job WHERE id = ? AND +estado IN ('completed', 'failed', 'dlq', 'discarded')",
  )
  return (id) => void forget.run(id)
}
