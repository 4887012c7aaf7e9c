// Whether the database takes writes, proved by writing: a full disk still reads well.

import type { Clock } from '../../base/clock'
import { isDiskFull } from '../../store/storage-fault'
import type { Db } from '../../store/store'
import { meta } from '../../store/tables/meta'

// Probes come from anybody and each costs an fsync.
const REMEMBERED_MS = 1000
/**
 * Bytes: as much as a document writes to the log of the database. A full disk has room there for one small row now and then, when every document
 * is refused.
 */
const DOCUMENTO = 128 * 1024

interface Escribible {
  writable: boolean
  /** It is not, for the disk has no room left. */
  full: boolean
}

/** A question that may be asked often. */
export function createDatabaseProbe(db: Db, clock: Clock): () => Escribible {
  let last: Escribible & { at: number } = { at: Number.NEGATIVE_INFINITY, writable: false, full: false }
  return () => {
    const now = clock()
    // Either way: a clock put back must not keep an old answer for hours.
    if (Math.abs(now.getTime() - last.at) < REMEMBERED_MS) return last
    let [writable, full] = [true, false]
    try {
      const valor = now.toISOString().padEnd(DOCUMENTO)
      db.insert(meta)
        .values({ clave: 'listo', valor })
        .onConflictDoUpdate({ target: meta.clave, set: { valor } })
        .run()
    } catch (fault) {
      writable = false
      full = isDiskFull(fault)
    }
    last = { at: now.getTime(), writable, full }
    return last
  }
}
