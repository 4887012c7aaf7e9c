// A clock that jumps ahead, or a machine that slept: no job has waited for the time that never passed. Without this, an hour
// of an absent SII would end in `dlq` what a day of attempts is promised to (contract §7).

import type { Database } from 'better-sqlite3'
import { prepareTouch } from './update'

/** What slow steps and a clock that is gently corrected never come to. */
const JUMP_MS = 60_000

/** Whether the clock stands before the newest job: it was put back since. */
export function createIsPutBack(client: Database): (now: number) => boolean {
  const newest = client
    .prepare<[], number>('SELECT created_at FROM job WHERE rowid = (SELECT max(rowid) FROM job)')
    .pluck()
  return (now) => (newest.get() ?? 0) > now
}

/** Looks for a jump since the last look and gives waiting and leased jobs their time back; how many milliseconds, mostly 0. */
export type NoticeJump = () => number

/** Watches `now` against `milliseconds`, a clock that nobody sets. Throws what SQLite says when the storage fails. */
export function createNoticeJump(
  client: Database,
  now: () => number,
  milliseconds: () => number,
): NoticeJump {
  // What a clock that was ahead had dated later than that loses the rest: it is no older than the jump.
  const set = 'queued_at = min(queued_at + ?, ?)'
  const [ready, waiting, leased] = [
    prepareTouch(client, {
      estado: 'pending',
      set,
      // By any group, which is what the partial index begins with.
      where: "estado = 'pending' AND run_at IS NULL AND grupo > '' AND queued_at < ?",
    }),
    prepareTouch(client, {
      estado: 'pending',
      set,
      where: "estado = 'pending' AND run_at IS NOT NULL AND queued_at < ?",
    }),
    prepareTouch(client, { estado: 'processing', set, where: 'lease_id IS NOT NULL AND queued_at < ?' }),
  ]
  const shift = client.transaction((by: number, earliest: number) => {
    for (const statement of [ready, waiting, leased]) statement!.run(by, earliest, earliest)
  })
  let seen = { at: now(), ms: milliseconds() }
  return () => {
    const [at, ms] = [now(), milliseconds()]
    const elapsed = ms - seen.ms
    const jumped = at - seen.at - elapsed
    // What came after the jump, which came after the last look, has the new time already.
    if (jumped >= JUMP_MS) shift.immediate(Math.round(jumped), Math.floor(at - elapsed))
    seen = { at, ms }
    return jumped >= JUMP_MS ? Math.round(jumped) : 0
  }
}
