// Whether the database takes writes, proved by writing: a full disk still reads well.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'

// Probes come from anybody and each costs an fsync.
const REMEMBERED_MS = 1000

/** A question that may be asked often. */
export function createDatabaseProbe(client: Database, clock: Clock): () => boolean {
  const write = client.prepare("INSERT OR REPLACE INTO meta (clave, valor) VALUES ('listo', ?)")
  let last = { at: Number.NEGATIVE_INFINITY, writable: false }
  return () => {
    const now = clock()
    // Either way: a clock put back must not keep an old answer for hours.
    if (Math.abs(now.getTime() - last.at) < REMEMBERED_MS) return last.writable
    let writable = true
    try {
      write.run(now.toISOString())
    } catch {
      writable = false
    }
    last = { at: now.getTime(), writable }
    return writable
  }
}
