// Opens the one SQLite file. The native addon is required by its platform entry, because that is what `bun build
// --compile` embeds (src §4); Bun extracts it to $TMPDIR at start.

import type { Database } from 'better-sqlite3'

type DatabaseConstructor = new (
  path: string | Buffer,
  options?: { readonly?: boolean; fileMustExist?: boolean },
) => Database

// Bun knows platform and arch at build time, so a binary carries the addon of its own platform alone.
function addon(): DatabaseConstructor {
  if (process.platform === 'linux' && process.arch === 'x64') return require('better-sqlite3/linux-x64')
  if (process.platform === 'linux' && process.arch === 'arm64') return require('better-sqlite3/linux-arm64')
  if (process.platform === 'darwin' && process.arch === 'arm64') return require('better-sqlite3/darwin-arm64')
  if (process.platform === 'darwin' && process.arch === 'x64') return require('better-sqlite3/darwin-x64')
  throw new Error(`no SQLite addon for ${process.platform}-${process.arch}`)
}

/** A bare connection, without the service's settings: for files that are not its database. */
export function connect(path: string | Buffer, options?: { readonly?: boolean }): Database {
  const Sqlite = addon()
  return new Sqlite(path, options)
}

// Statements of the hot path write `= +?` where they join, sort or aggregate: beside a bare `?` the planner notes that its
// value may matter, and this build of SQLite then plans the statement anew each time a value is bound, at ten microseconds.

/** A checkpoint every 16 MB instead of every 4: batches write megabytes and each checkpoint costs two more fsyncs. */
export const CHECKPOINT_PAGES = 4000

/**
 * A connection with the service's durability: WAL, every commit on disk before it returns, foreign keys checked.
 * `path` may be `:memory:`, or the bytes of a database, copied into memory. Throws what SQLite says of an unreadable, locked or corrupt file.
 */
export function openDatabase(path: string | Buffer): Database {
  const db = connect(path)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('busy_timeout = 5000')
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    // 8 MB: with 32 a busy server held 24 MB more, and took 70,000 documents no faster; the system caches the file as well.
    db.pragma('cache_size = -8000')
  } catch (fault) {
    db.close()
    throw fault
  }
  return db
}
