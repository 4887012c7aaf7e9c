// The clock of a child process, moved while it runs: libfaketime in front of the system's library, told by a file. Monotonic
// clocks stay as they are, as they do when a machine's clock is set.

import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian's package libfaketime puts the one for programs with threads; null when it is not installed. */
export function findFaketime(): string | null {
  const found = [
    ...new Bun.Glob('*/faketime/libfaketimeMT.so.1').scanSync({ cwd: '/usr/lib', absolute: true }),
  ]
  return found[0] ?? null
}

export interface MovedClock {
  /** The environment that makes a process obey. */
  env: Record<string, string>
  /** Puts the clock at the true time and so many milliseconds, from this moment on. */
  set(ms: number): void
}

/** A clock that begins true, its file in `dir`. */
export function movedClock(library: string, dir: string): MovedClock {
  const file = join(dir, 'faketime')
  const set = (ms: number): void => {
    // In one step: the process reads the file at every look at its clock.
    writeFileSync(`${file}.new`, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1000}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DISABLE_SHM: '1',
    NO_FAKE_STAT: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set }
}
