// Tells a disk that does not take writes (full, read-only, broken, locked) from a mistake in a statement.

/** The data is not on disk, for a reason outside the program; `cause` is SQLite's error. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database does not accept writes', { cause })
    this.name = 'StorageUnavailable'
  }
}

const CODES = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_NOMEM',
  'SQLITE_PERM',
]

/** Whether SQLite, or a `StorageUnavailable` around it, says that the storage itself failed. */
export function isStorageFault(fault: unknown): boolean {
  if (fault instanceof StorageUnavailable) return true
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  // Extended codes carry a suffix: SQLITE_IOERR_FSYNC, SQLITE_READONLY_DBMOVED.
  return typeof code === 'string' && CODES.some((known) => code === known || code.startsWith(`${known}_`))
}

/** A log's index that could not grow says so by a code of its own. */
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC']

/** Whether it says that the disk has no room left. */
export const isDiskFull = (fault: unknown): boolean =>
  fault instanceof Error &&
  (('code' in fault && FULL.includes(String(fault.code))) || isDiskFull(fault.cause))

/** The words for a person, with no path of the server. */
export const DISCO_LLENO = 'El disco del servidor está lleno'
