// The file that `serve` writes its log to as well: the task of Windows shows its output to nobody. One that is full is set aside under the
// second, `timbre.log.20261120140211`, and the newest of those stay. A file that cannot be written keeps no server from its work: it is
// tried again with the next lines, and `doctor` tells of it.

import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Clock } from '../base/clock'
import { createLog, type Log } from '../base/log'
import { giveTo } from '../store/owner'
import { freeName, whyUnwritable } from './archivo'
import { type Argumentos, type Comando, type Flags, type Io, text } from './comando'
import { clock } from './proceso'
import { createTurnLines } from './turn-lines'

export const LOG_FILE_FLAG: Flags = { registro: { type: 'string' } }
/** Bytes from which it is set aside. */
const FULL = 10_000_000
/** Those set aside that stay. One that cannot be set aside takes as much room as all of them, and then loses its oldest lines. */
const KEPT = 4

interface LogFile {
  add(line: string): void
  /** Lines that could not be written. */
  dropped(): number
  /** Why the file is not written, or not set aside, for a person; null where all is well. */
  fault(): string | null
  close(): void
}

/** Opens it, in a folder that is made where there is none; its owner alone reads it, for it has the first person's link. */
export function openLogFile(named: string, now: Clock = clock, full = FULL): LogFile {
  let path = named
  let file: number | null = null
  let size = 0
  let limit = full
  let dropped = 0
  let torn = false
  let unwritten: string | null = null
  let unmoved: string | null = null

  const open = (): void => {
    if (existsSync(path)) {
      // The file behind a link is set aside, not the link; a device or a pipe (/dev/stdout) is never moved.
      path = realpathSync(path)
      const there = statSync(path)
      if (!there.isFile() && !there.isDirectory()) throw new Error('no es un archivo')
    }
    const isNew = !existsSync(path)
    file = openSync(path, 'a+', 0o600)
    // Root may try a start by hand, and the service writes it afterwards.
    if (isNew) giveTo(path, dirname(path))
    size = fstatSync(file).size
    torn = endsTorn(file, size)
  }
  const shut = (): void => {
    if (file !== null) closeSync(file)
    file = null
  }
  const setUnwritten = (cause: unknown): void => {
    unwritten = `No se puede escribir el registro ${path}: ${reasonOf(cause)}`
  }
  /** Windows lets no file be renamed that this process, or a person, has open. Then it grows, and is tried again later. */
  const setAside = (): void => {
    shut()
    try {
      renameSync(path, freeName(`${path}.${now().toISOString().replace(/\D/g, '').slice(0, 14)}`))
      limit = full
      unmoved = null
    } catch (cause) {
      unmoved = `El registro ${path} no se puede apartar al llenarse, y pierde lo más antiguo: ${reasonOf(cause)}`
      if (size >= full * (KEPT + 1) && existsSync(path)) size = dropOldest(path, full)
      limit = size + full / 10
    }
    dropOld(path)
  }
  const lines = createTurnLines((text, count) => {
    try {
      // Somebody deleted it.
      if (file !== null && fstatSync(file).nlink === 0) {
        shut()
        size = 0
      }
      if (size >= limit) setAside()
      if (file === null) open()
      // The cut end of earlier lines must not join these.
      const bytes = Buffer.from(torn ? `\n${text}` : text)
      torn = true
      for (let at = 0; at < bytes.length; ) at += writeSync(file!, bytes, at)
      torn = false
      size += bytes.length
      unwritten = null
    } catch (cause) {
      setUnwritten(cause)
      dropped += count
    }
  })
  try {
    makeFolder(dirname(path))
    open()
  } catch (cause) {
    setUnwritten(cause)
  }
  return {
    add: lines.add,
    dropped: () => dropped,
    fault: () => unwritten ?? unmoved,
    close() {
      lines.end()
      shut()
    },
  }
}

/** Leaves the newest `keep` bytes of a file, from the first whole line of them. Returns its new size. */
function dropOldest(path: string, keep: number): number {
  const file = openSync(path, 'r+')
  try {
    const tail = Buffer.alloc(keep)
    const { size } = fstatSync(file)
    const read = readSync(file, tail, 0, keep, Math.max(size - keep, 0))
    const left = tail.subarray(tail.indexOf('\n') + 1, read)
    ftruncateSync(file, 0)
    for (let at = 0; at < left.length; ) at += writeSync(file, left, at, left.length - at, at)
    return left.length
  } finally {
    closeSync(file)
  }
}

/** Whether an earlier process left a line without its end. */
function endsTorn(file: number, size: number): boolean {
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(file, last, 0, 1, size - 1)
  return last[0] !== 10
}

/** Each folder that lacks, given to the owner of the one above it as the file is. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
  giveTo(dir, dirname(dir))
}

const reasonOf = (cause: unknown): string =>
  (cause as NodeJS.ErrnoException).code ? whyUnwritable(cause) : (cause as Error).message

/** One that somebody reads, on Windows, goes the next time. */
function dropOld(path: string): void {
  const dir = dirname(path)
  const own = `${basename(path)}.`
  try {
    const aside = readdirSync(dir).filter(
      (name) => name.startsWith(own) && /^\d{14}(-\d+)?$/.test(name.slice(own.length)),
    )
    for (const name of aside.sort().reverse().slice(KEPT)) rmSync(join(dir, name))
  } catch {
    // The log goes on.
  }
}

/** `io` whose log, and words of its faults, go into the file that the command line or a variable names, where the command has one. */
export interface Kept {
  io: Io
  /** Writes down a defect of ours, which ends the process. */
  defect(fault: unknown): void
  close(): void
}

/** A file that cannot be written is told on standard error, and the command goes on. */
export function keepLog({ flags }: Comando, args: Argumentos, io: Io): Kept {
  const named = 'registro' in flags ? text(args, 'registro') || io.env.TIMBRE_LOG_FILE : undefined
  if (!named) return { io, defect: () => {}, close: () => {} }
  const file = openLogFile(resolve(named))
  const fault = file.fault()
  if (fault) io.err(`${fault}. Sigue sin él, y lo intenta otra vez con cada línea`)
  const log = createLog({ level: 'error', clock, write: file.add })
  const unwatch = watchDefects(log)
  return {
    io: {
      ...io,
      log(line) {
        io.log(line)
        file.add(line)
      },
      err(line) {
        io.err(line)
        log.error('serve.error', { mensaje: line })
      },
      logDropped: () => io.logDropped() + file.dropped(),
      logFault: file.fault,
    },
    defect: (error) => log.error('serve.error', { error }),
    close() {
      unwatch()
      file.close()
    },
  }
}

/** Has what ends the process written down; it ends all the same, with the same words on standard error. */
function watchDefects(log: Log): () => void {
  const onFault = (error: unknown): void => log.error('serve.error', { error })
  // Bun calls the monitor for what was thrown alone.
  const onRejection = (error: unknown): never => {
    throw error
  }
  process.on('uncaughtExceptionMonitor', onFault)
  process.on('unhandledRejection', onRejection)
  return () => {
    process.off('uncaughtExceptionMonitor', onFault)
    process.off('unhandledRejection', onRejection)
  }
}
