// What is forgotten with time, every night: rows that nobody may ask for any more. Documents never are.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../domain/ambiente'
import type { JobLog } from './kind'
import { nextTurn } from './next-turn'

/** One kind of thing that is forgotten. */
export interface Trim {
  /** As the log calls it: the table. */
  name: string
  /** How long it is kept. */
  days: number
  /** Of one step; omitted, 500. */
  chunk?: number
  /** Forgets at most `limit` of what is older than `before`; how many. One step holds the loop for milliseconds. */
  forget(before: Date, limit: number): number
}

/** Rows that one statement deletes. */
interface Rows {
  name: string
  /** How long a row is kept after the instant that `sql` compares with. */
  days: number
  /** Deletes at most `@limit` rows whose time, ISO 8601 in UTC, is before `@before`. It must find them over an index. */
  sql: string
}

/** What the base itself forgets. */
export const BASE_TRIMS: readonly Rows[] = [
  {
    name: 'idempotencia',
    days: 0,
    sql: `DELETE FROM idempotencia WHERE rowid IN (
      SELECT rowid FROM idempotencia WHERE vence_at IS NOT NULL AND vence_at <= @before LIMIT @limit)`,
  },
  {
    // Kept for a while, so that whoever comes late is told that it expired, or that it was used twice.
    name: 'refresh_token',
    days: 30,
    sql: `DELETE FROM refresh_token WHERE hash IN (
      SELECT hash FROM refresh_token WHERE expires_at <= @before LIMIT @limit)`,
  },
  {
    // The last one of a person stays: it knows which company the next login begins with.
    name: 'sesion',
    days: 90,
    sql: `DELETE FROM sesion WHERE id IN (
      SELECT id FROM sesion s WHERE last_used_at <= @before
        AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE sesion_id = s.id)
        AND EXISTS (SELECT 1 FROM sesion n WHERE n.usuario_id = s.usuario_id
          AND (n.last_used_at, n.id) > (s.last_used_at, s.id))
      LIMIT @limit)`,
  },
  {
    // Kept for a while, so that whoever follows an old link is told that it expired, or was used.
    name: 'restablecimiento',
    days: 30,
    sql: `DELETE FROM restablecimiento WHERE token_hash IN (
      SELECT token_hash FROM restablecimiento WHERE expira_en <= @before LIMIT @limit)`,
  },
  {
    name: 'invitacion',
    days: 90,
    sql: `DELETE FROM invitacion WHERE id IN (SELECT id FROM invitacion WHERE expira_en <= @before LIMIT @limit)`,
  },
  {
    // Six years: as long as the tax authority may ask (the table's trigger holds to it too).
    name: 'auditoria',
    days: 2192,
    sql: `DELETE FROM auditoria WHERE id IN (SELECT id FROM auditoria WHERE created_at <= @before LIMIT @limit)`,
  },
]

/** Trims over `client`. */
export const rowTrims = (client: Database, rows: readonly Rows[]): Trim[] =>
  rows.map(({ name, days, sql }) => {
    const statement = client.prepare(sql)
    const forget = (before: Date, limit: number) =>
      statement.run({ before: before.toISOString(), limit }).changes
    return { name, days, forget }
  })

const CHUNK = 500
const DAY = 86_400_000

export interface Trimmer {
  /** Forgets all that is due; how many rows of each kind. A kind that fails is logged and does not keep the others. */
  run(): Promise<Record<string, number>>
  /** Begins no further chunk; resolves once nothing touches the database any more. */
  stop(): Promise<void>
}

/** Names of `trims` are unique; they run in their order. */
export function createTrimmer({
  trims,
  clock,
  log,
}: {
  trims: readonly Trim[]
  clock: Clock
  log: JobLog
}): Trimmer {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()

  async function one({ name, days, chunk = CHUNK, forget }: Trim): Promise<number> {
    const before = new Date(clock().getTime() - days * DAY)
    let total = 0
    try {
      for (let forgotten = chunk; forgotten === chunk && !stopped; total += forgotten) {
        forgotten = forget(before, chunk)
        await nextTurn()
      }
    } catch (fault) {
      log('error', 'old rows cannot be forgotten', { table: name, fault })
    }
    return total
  }

  async function all(): Promise<Record<string, number>> {
    const forgotten: Record<string, number> = {}
    for (const trim of trims) forgotten[trim.name] = await one(trim)
    log('info', 'old rows forgotten', forgotten)
    return forgotten
  }

  return {
    run() {
      const run = all()
      running = run
      return run
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
