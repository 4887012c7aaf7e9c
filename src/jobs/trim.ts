// What is forgotten with time, every night: rows that nobody may ask for any more. Documents never are.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../domain/ambiente'
import type { JobLog } from './kind'
import { nextTurn } from './next-turn'

/** One kind of row that is forgotten. Areas add theirs to the list that `app.ts` hands over. */
export interface Trim {
  /** As the log calls it: the table. */
  name: string
  /** How long a row is kept after the instant that `sql` compares with. */
  days: number
  /**
   * Deletes at most `@limit` rows whose time, ISO 8601 in UTC, is before `@before`. It must find them over an index, so that one
   * run of it holds the loop for milliseconds.
   */
  sql: string
}

/** What the base itself forgets: kept answers that expired, refresh tokens long spent, sessions that nobody can take up. */
export const BASE_TRIMS: readonly Trim[] = [
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
]

const CHUNK = 500
const DAY = 86_400_000

export interface Trimmer {
  /** Forgets all that is due; how many rows of each kind. A kind that fails is logged and does not keep the others. */
  run(): Promise<Record<string, number>>
  /** Begins no further chunk; resolves once nothing touches the database any more. */
  stop(): Promise<void>
}

/** The trimmer of `client`. Names are unique. */
export function createTrimmer({
  client,
  trims,
  clock,
  log,
}: {
  client: Database
  trims: readonly Trim[]
  clock: Clock
  log: JobLog
}): Trimmer {
  const prepared = trims.map((trim) => ({ ...trim, statement: client.prepare(trim.sql) }))
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()

  async function one({ name, days, statement }: (typeof prepared)[number]): Promise<number> {
    const before = new Date(clock().getTime() - days * DAY).toISOString()
    let total = 0
    try {
      for (let changes = CHUNK; changes === CHUNK && !stopped; total += changes) {
        changes = statement.run({ before, limit: CHUNK }).changes
        await nextTurn()
      }
    } catch (fault) {
      log('error', 'old rows cannot be forgotten', { table: name, fault })
    }
    return total
  }

  async function all(): Promise<Record<string, number>> {
    const forgotten: Record<string, number> = {}
    for (const trim of prepared) forgotten[trim.name] = await one(trim)
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
