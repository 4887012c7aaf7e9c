// Opens the one SQLite file. The native addon is required by its platform entry, because that is what `bun build
// --compile` embeds (src §4); Bun extracts it to $TMPDIR at start.

import type { Database, Statement } from 'better-sqlite3'

type DatabaseConstructor = new (
  path: string | Buffer,
  options?: { readonly?: boolean; fileMustExist?: boolean },
) => Database

/** Said while bundling (`base/packaged.ts`), for `process.platform` does not tell musl from glibc. */
declare const TIMBRE_PLATFORM: string | undefined

// Only what is true while bundling stays: a binary carries the addon of its own platform alone. From the source the package finds its own.
function addon(): DatabaseConstructor {
  if (typeof TIMBRE_PLATFORM === 'undefined') return require('better-sqlite3')
  if (TIMBRE_PLATFORM === 'linux-x64') return require('better-sqlite3/linux-x64')
  if (TIMBRE_PLATFORM === 'linux-arm64') return require('better-sqlite3/linux-arm64')
  if (TIMBRE_PLATFORM === 'linuxmusl-x64') return require('better-sqlite3/linuxmusl-x64')
  if (TIMBRE_PLATFORM === 'linuxmusl-arm64') return require('better-sqlite3/linuxmusl-arm64')
  if (TIMBRE_PLATFORM === 'darwin-x64') return require('better-sqlite3/darwin-x64')
  if (TIMBRE_PLATFORM === 'darwin-arm64') return require('better-sqlite3/darwin-arm64')
  if (TIMBRE_PLATFORM === 'win32-x64') return require('better-sqlite3/win32-x64')
  throw new Error(`no SQLite addon for ${TIMBRE_PLATFORM}`)
}

/** A bare connection, without the service's settings: for files that are not its database. */
export function connect(path: string | Buffer, options?: { readonly?: boolean }): Database {
  const Sqlite = addon()
  return new Sqlite(path, options)
}

/**
 * A statement whose plan does not hang on what is bound. Of `= ?` the planner asks whether the value is 0 or 1, or that of a partial index, and
 * plans anew at each use, for 15 to 1,100 microseconds in every sixth statement; of `= +?`, which is the same to all else, it
 * cannot. So the value of a partial index is written in the SQL and not bound.
 */
const steady = (sql: string): string => sql.replace(/(=|\bIS) *(?=[?@])/g, '$1 +')

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
    prepareOnUse(db)
  } catch (fault) {
    db.close()
    throw fault
  }
  return db
}

/**
 * Has every statement compiled when it is first used. A server holds some thousand and needs few of them at its start, where compiling all
 * was half of the work. What is no SQL of this schema is so found late: a test compiles all of them.
 */
function prepareOnUse(db: Database): void {
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => lazy(sql, () => prepare(steady(sql)))) as Database['prepare']
  onUse.add(db.prepare)
}

const onUse = new WeakSet<Database['prepare']>()

/** Whether what is prepared on it is compiled when it is first used. */
export const compilesOnUse = (db: Database): boolean => onUse.has(db.prepare)

const WAYS = ['run', 'get', 'all', 'iterate', 'raw'] as const
type Way = (...args: unknown[]) => never

function lazy(source: string, prepare: () => Statement): Statement {
  let plucked = false
  let statement: Statement | undefined
  const self = {
    source,
    pluck: () => {
      plucked = true
      statement?.pluck()
      return self
    },
  } as Statement
  for (const way of WAYS) {
    self[way] = (...args: unknown[]) => {
      statement ??= plucked ? prepare().pluck() : prepare()
      const use = statement[way].bind(statement) as Way
      // From now on a caller has the statement's own: nothing stands between it and the hot path.
      self[way] = use
      return use(...args)
    }
  }
  return self
}
