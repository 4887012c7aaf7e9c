// The file that `serve` writes its log to as well: the task of Windows shows its output to nobody. One that is full is set aside under the
// second, `timbre.log.20261120140211`, and the newest of those stay.

import {
  closeSync,
  existsSync,
  fstatSync,
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
import { type Argumentos, type Comando, Falla, type Flags, type Io, text } from './comando'
import { clock } from './proceso'
import { createTurnLines } from './turn-lines'

export const LOG_FILE_FLAG: Flags = { registro: { type: 'string' } }
/** Bytes from which it is set aside. */
const FULL = 10_000_000
/** Those set aside that stay. */
const KEPT = 4

interface LogFile {
  add(line: string): void
  /** Lines that could not be written. */
  dropped(): number
  close(): void
}

/** Opens it, in a folder that is made where there is none; its owner alone reads it, for it has the first person's link. Throws Falla. */
export function openLogFile(named: string, now: Clock = clock, full = FULL): LogFile {
  let path = named
  const open = (): number => {
    const isNew = !existsSync(path)
    const file = openSync(path, 'a+', 0o600)
    // Root may try a start by hand, and the service writes it afterwards.
    if (isNew) giveTo(path, dirname(path))
    return file
  }
  let file: number | null
  try {
    makeFolder(dirname(path))
    if (existsSync(path)) {
      // The file behind a link is set aside, not the link; a device or a pipe (/dev/stdout) is never moved.
      path = realpathSync(path)
      const there = statSync(path)
      if (!there.isFile() && !there.isDirectory()) throw new Error('no es un archivo')
    }
    file = open()
  } catch (cause) {
    throw new Falla(`No se puede escribir el registro ${path}: ${reasonOf(cause)}`, { cause })
  }
  let size = fstatSync(file).size
  let limit = full
  let dropped = 0
  let torn = endsTorn(file, size)
  const shut = (): void => {
    if (file !== null) closeSync(file)
    file = null
  }
  /** Windows lets no file be renamed that this process, or a person, has open. Then it grows, and is tried again later. */
  const setAside = (): void => {
    shut()
    try {
      renameSync(path, freeName(`${path}.${now().toISOString().replace(/\D/g, '').slice(0, 14)}`))
      limit = full
    } catch {
      limit = size + full / 10
    }
    dropOld(path)
  }
  const lines = createTurnLines((text, count) => {
    try {
      // Somebody deleted it.
      if (file !== null && fstatSync(file).nlink === 0) shut()
      if (size >= limit) setAside()
      if (file === null) {
        file = open()
        size = fstatSync(file).size
      }
      // The cut end of earlier lines must not join these.
      const bytes = Buffer.from(torn ? `\n${text}` : text)
      torn = true
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      torn = false
      size += bytes.length
    } catch {
      dropped += count
    }
  })
  return {
    add: lines.add,
    dropped: () => dropped,
    close() {
      lines.end()
      shut()
    },
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

/** Throws Falla. */
export function keepLog({ flags }: Comando, args: Argumentos, io: Io): Kept {
  const named = 'registro' in flags ? text(args, 'registro') || io.env.TIMBRE_LOG_FILE : undefined
  if (!named) return { io, defect: () => {}, close: () => {} }
  const file = openLogFile(resolve(named))
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
