// Groups whose way out is blocked: while their oldest jobs wait for another attempt, younger ones wait behind them, so that
// all go out in the order in which they came. On disk, for a restart must not let the younger ones by.

import type { Database } from 'better-sqlite3'
import { IN_LINE } from './backoff'
import { prepareTouch } from './update'

export interface Holds {
  /** Nothing more of the group is leased before `until`, milliseconds since 1970. In the caller's transaction, if any. */
  hold(grupo: string, until: number): void
  /** The way is free again. In the caller's transaction, if any. */
  free(grupo: string): void
  /** Until when the group is held at `now`; undefined when it is not. */
  until(grupo: string, now: number): number | undefined
  /**
   * Holds nothing beyond `limit` any more, and lets the jobs that wait in those lines try again by then: whoever restarts a
   * server has mended something, and must not wait for the hour that was set before.
   */
  shorten(limit: number): void
  /** Forgets what is held beyond `limit`: a clock that was put back since said so. */
  recall(limit: number): void
}

/** The holds of `client`. Each throws what SQLite says when the storage fails. */
export function createHolds(client: Database): Holds {
  const hold = client.prepare(
    `INSERT INTO grupo_retenido VALUES (?, ?)
     ON CONFLICT DO UPDATE SET hasta = max(hasta, excluded.hasta)`,
  )
  const free = client.prepare('DELETE FROM grupo_retenido WHERE grupo = ?')
  const until = client
    .prepare<[string, number], number>('SELECT hasta FROM grupo_retenido WHERE grupo = ? AND hasta > ?')
    .pluck()
  // Before the holds: it asks them which lines are meant. Never later than it was, so that a server that starts over and over
  // spends no more attempts than one that stays up. What may be why it starts over waits its time all the same.
  const hasten = prepareTouch(client, {
    estado: 'pending',
    set: 'run_at = ?',
    where: `estado = 'pending' AND run_at > ? AND interrupciones <= ${IN_LINE} AND grupo IN (SELECT grupo FROM grupo_retenido)`,
  })
  const lower = client.prepare('UPDATE grupo_retenido SET hasta = ? WHERE hasta > ?')
  const shorten = client.transaction((limit: number) => {
    hasten.run(limit, limit)
    lower.run(limit, limit)
  })
  const recall = client.prepare('DELETE FROM grupo_retenido WHERE hasta > ?')
  return {
    hold: (grupo, at) => void hold.run(grupo, at),
    free: (grupo) => void free.run(grupo),
    until: (grupo, now) => until.get(grupo, now),
    shorten: (limit) => void shorten.immediate(limit),
    recall: (limit) => void recall.run(limit),
  }
}
