// One process owns a data folder. The lock is SQLite's own on an empty file beside the database: the operating system
// releases it when the process dies, however it dies, so there is no stale lock to clean up (store §6).

import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { connect } from './driver'
import { giveTo } from './owner'
import { isStorageFault } from './storage-fault'

export const lockFile = (dir: string): string => join(dir, 'timbre.lock')

/** Another process holds the data folder, or the folder cannot be locked; the message is for the operator. */
export class DataDirLocked extends Error {}

// Holds the connections: one that is garbage collected is closed, and with it goes the lock.
const held = new Set<Database>()

/**
 * Takes the exclusive lock of the folder `dir` (which exists) and returns how to give it back. Throws DataDirLocked at
 * once, without waiting, when another holder has it.
 */
export const lockDataDir = (dir: string): (() => void) =>
  lockAlone(
    dir,
    lockFile(dir),
    `Otro proceso de Timbre está usando la carpeta de datos ${dir}; deténgalo o indique otra carpeta con --data`,
  )

/** Takes the lock of who makes or tries copies of the folder's database, also beside its server. Throws DataDirLocked. */
export const lockRespaldo = (dir: string): (() => void) =>
  lockAlone(dir, join(dir, 'timbre.respaldo.lock'), `Otro respaldo o ensayo de ${dir} está en curso`)

function lockAlone(dir: string, path: string, taken: string): () => void {
  const lock = openLock(dir, path)
  try {
    // Outside WAL an exclusive transaction locks the file itself; it is never committed.
    lock.pragma('busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw isBusy(cause) ? new DataDirLocked(taken, { cause }) : unusable(dir, cause)
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

function openLock(dir: string, path: string): Database {
  let lock: Database
  try {
    lock = connect(path)
  } catch (cause) {
    throw unusable(dir, cause)
  }
  try {
    giveTo(path, dir)
  } catch {
    // A root that may not: whoever has the folder opens the file or is told why it does not open.
  }
  return lock
}

const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')

/**
 * Throws DataDirLocked when any process has the database file `path` open. The lock file tells it as well, unless somebody has deleted
 * it; what a server holds on its database itself nobody can take from it.
 */
export function checkUnused(path: string): void {
  const db = connect(path)
  try {
    db.pragma('busy_timeout = 0')
    // In WAL, too, a connection keeps a lock on the file for as long as it lives, which this needs alone.
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
  } catch (cause) {
    if (!isBusy(cause)) throw cause
    throw new DataDirLocked(
      `Otro programa tiene abierta ${path}: el servidor, un respaldo en curso o Litestream. Deténgalo primero`,
      { cause },
    )
  } finally {
    db.close()
  }
}

const unusable = (dir: string, cause: unknown): unknown =>
  isStorageFault(cause) || cause instanceof TypeError
    ? new DataDirLocked(
        `No se pudo bloquear la carpeta de datos ${dir}; compruebe que existe y que el usuario de Timbre puede escribir en ella`,
        { cause },
      )
    : cause
