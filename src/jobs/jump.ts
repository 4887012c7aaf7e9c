// The clock beside one that nobody sets. A clock that jumps, ahead or back, a machine that slept, a server that was off: none of
// it is time that a job has waited. Without this, an hour of an absent SII would end in `dlq` what a day of attempts is
// promised to (contract §7), and a clock put back would make that day as many as it was ahead.

import type { Database } from 'better-sqlite3'
import { isStorageFault } from '../store/storage-fault'
import { prepareTouch } from './update'

/** What slow steps, a clock that is gently corrected and a quick restart never come to. */
const JUMP_MS = 60_000

/** Whether the clock stands before the newest job: it was put back since. */
export function createIsPutBack(client: Database): (now: number) => boolean {
  const newest = client
    .prepare<[], number>('SELECT created_at FROM job WHERE rowid = (SELECT max(rowid) FROM job)')
    .pluck()
  return (now) => (newest.get() ?? 0) > now
}

/** Keeps since when jobs wait right. `look` and `remember` throw what SQLite says when the storage fails. */
export interface Watch {
  /**
   * Looks for a jump since the last look that succeeded, and moves with it what waits and what is leased. Returns the time that
   * it saw, to count from `queued_at` to: by the next one the clock may have jumped again.
   */
  look(): number
  /** The first look of a server: the time since the last that was remembered counts for none. */
  begin(): void
  /** Remembers on disk that there was a server at this time. */
  remember(): void
}

interface Deps {
  client: Database
  now: () => number
  /** A clock that nobody sets, and that stands still while the machine sleeps. */
  milliseconds: () => number
  /** Told of every jump in milliseconds, negative when the clock was put back. */
  jumped: (ms: number) => void
}

export function createWatch({ client, now, milliseconds, jumped }: Deps): Watch {
  const set = 'queued_at = min(queued_at + ?, ?)'
  // What is dated within came after the jump, by the new time.
  const older = 'queued_at NOT BETWEEN ? AND ?'
  const moves = [
    // Between any two groups: of what the partial index begins with, for the planner to take it.
    ["estado = 'pending' AND run_at IS NULL AND grupo > '' AND grupo < '~'", 'pending'],
    ["estado = 'pending' AND run_at IS NOT NULL", 'pending'],
    ['lease_id IS NOT NULL', 'processing'],
  ] as const
  const statements = moves.map(([where, estado]) =>
    prepareTouch(client, { estado, set, where: `${where} AND ${older}` }),
  )
  const write = client.prepare("INSERT OR REPLACE INTO meta (clave, valor) VALUES ('cola', ?)")
  const last = client.prepare<[], string>("SELECT valor FROM meta WHERE clave = 'cola'").pluck()

  // Together: whoever finds the one done must not do the other again.
  const shift = client.transaction((by: number, from: number, at: number) => {
    for (const statement of statements) statement.run(by, at, from, at)
    write.run(String(at))
  })

  let seen = { at: now(), ms: milliseconds() }
  return {
    look() {
      const [at, ms] = [now(), milliseconds()]
      const elapsed = ms - seen.ms
      const by = Math.round(at - seen.at - elapsed)
      if (Math.abs(by) >= JUMP_MS) shift.immediate(by, Math.floor(at - elapsed), at)
      seen = { at, ms }
      if (Math.abs(by) >= JUMP_MS) jumped(by)
      return at
    },
    begin() {
      const at = now()
      const by = at - Number(last.get() ?? at)
      seen = { at, ms: milliseconds() }
      try {
        // Of a clock put back while nobody looked only what is dated ahead was surely made before that.
        if (Math.abs(by) >= JUMP_MS) shift.immediate(by, by > 0 ? at : 0, at)
        else write.run(String(at))
      } catch (fault) {
        // With a full disk a server starts all the same, for what it has can be read; what waits has a shorter day then.
        if (!isStorageFault(fault)) throw fault
      }
    },
    remember: () => void write.run(String(now())),
  }
}
