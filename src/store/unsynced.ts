// Commits of a long work that need not be on the disk one by one.

import type { Database } from 'better-sqlite3'
import { CHECKPOINT_PAGES } from './driver'

/** A long work does little but write, and its checkpoints are the longest that it holds the event loop: 4 MB at a time, not 16. */
const PIECE_PAGES = 1000

/**
 * Runs `work` in a transaction whose commit does not wait for the disk: for a piece of a work that ends with a commit of the usual sort. That
 * one takes all before it along, since the log is one file and in order; when the power fails earlier, the last pieces are missing,
 * none without those behind it, and the work is found unfinished (store §2). Whoever runs it must not answer before its end.
 */
export function unsynced(client: Database, work: () => void): void {
  client.pragma('synchronous = NORMAL')
  client.pragma(`wal_autocheckpoint = ${PIECE_PAGES}`)
  try {
    client.transaction(work).immediate()
  } finally {
    client.pragma('synchronous = FULL')
    client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }
}
