// Commits of a long work that need not be on the disk one by one.

import type { Database } from 'better-sqlite3'

/**
 * Runs `work` in a transaction whose commit does not wait for the disk: for a piece of a work that ends with a commit of the usual sort. That
 * one takes all before it along, since the log is one file and in order; when the power fails earlier, the last pieces are missing,
 * none without those behind it, and the work is found unfinished (store §2). Whoever runs it must not answer before its end.
 */
export function unsynced(client: Database, work: () => void): void {
  client.pragma('synchronous = NORMAL')
  try {
    client.transaction(work).immediate()
  } finally {
    client.pragma('synchronous = FULL')
  }
}
