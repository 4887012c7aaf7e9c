// Whether a database file has all its pages, told from its header alone: SQLite may notice a missing one only much later.

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { Falla } from './comando'

/** SQLite puts its locks on the page of this byte and never writes it. */
const LOCK_BYTE = 0x4000_0000
const LOG_HEADER = 32
const FRAME_HEADER = 24

/**
 * Throws when the file is shorter than its own header says, or is no SQLite file. A checkpoint that a full disk, a kill or a power
 * cut ended, or that is running now, has written the header before the pages that follow: those are in the log beside it.
 */
export function checkWhole(path: string): void {
  const file = openSync(path, 'r')
  if (fstatSync(file).isDirectory()) {
    closeSync(file)
    throw refused(path, 'es una carpeta y no una base de datos')
  }
  const head = Buffer.alloc(100)
  readSync(file, head, 0, 100, 0)
  // After its header: a server may be writing more to it.
  const { size } = fstatSync(file)
  closeSync(file)
  if (size === 0) return
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw refused(path, 'no es una base de datos')
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  // The page count is good only when both counters agree (file format of SQLite, §1.3.7).
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0
  if (size >= pages * pageSize) return
  const logged = pagesInLog(`${path}-wal`, pageSize)
  const lockPage = LOCK_BYTE / pageSize + 1
  for (let page = Math.floor(size / pageSize) + 1; page <= pages; page++)
    if (!logged.has(page) && page !== lockPage) throw refused(path, 'está incompleto')
}

/**
 * The pages of the log's current round (file format of SQLite, §4.1); whether each is sound is for SQLite to say, which reads
 * them by their checksums.
 */
function pagesInLog(path: string, pageSize: number): Set<number> {
  const found = new Set<number>()
  if (!existsSync(path)) return found
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(LOG_HEADER)
    const frame = Buffer.alloc(FRAME_HEADER)
    readSync(file, head, 0, LOG_HEADER, 0)
    let at = LOG_HEADER
    while (readSync(file, frame, 0, FRAME_HEADER, at) === FRAME_HEADER) {
      // Past the first frame of an earlier round all are of earlier ones.
      if (frame.compare(head, 16, 24, 8, 16) !== 0) break
      found.add(frame.readUInt32BE(0))
      at += FRAME_HEADER + pageSize
    }
    return found
  } finally {
    closeSync(file)
  }
}

const refused = (path: string, why: string): Falla =>
  new Falla(`${path} ${why}: no se tocó. Restaure un respaldo o indique otra carpeta con --data`)
