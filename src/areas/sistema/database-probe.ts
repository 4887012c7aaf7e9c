// Whether the database takes writes, proved by writing: a full disk still reads well.

import type { Clock } from '../../base/clock'
import type { Db } from '../../store/store'
import { meta } from '../../store/tables/meta'

// Probes come from anybody and each costs an fsync.
const REMEMBERED_MS = 1000

/** A question that may be asked often. */
export function createDatabaseProbe(db: Db, clock: Clock): () => boolean {
  let last = { at: Number.NEGATIVE_INFINITY, writable: false }
  return () => {
    const now = clock()
    // Either way: a clock put back must not keep an old answer for hours.
    if (Math.abs(now.getTime() - last.at) < REMEMBERED_MS) return last.writable
    let writable = true
    try {
      const valor = now.toISOString()
      db.insert(meta)
        .values({ clave: 'listo', valor })
        .onConflictDoUpdate({ target: meta.clave, set: { valor } })
        .run()
    } catch {
      writable = false
    }
    last = { at: now.getTime(), writable }
    return writable
  }
}
