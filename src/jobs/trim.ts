// Forgets old rows every night, which nobody may ask for any more. Documents never are.

import { and, getTableName, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Clock } from '../base/clock'
import { nextTurn } from '../base/turn'
import type { Db } from '../store/store'
import { consultaGuardada } from '../store/tables/consulta'
import { auditoria } from '../store/tables/cuenta'
import { idempotencia } from '../store/tables/idempotencia'
import { invitacion, refreshToken, restablecimiento, sesion } from '../store/tables/usuario'
import type { JobLog } from './kind'

/** One kind of thing that is forgotten. */
export interface Trim {
  /** As the log calls it: the table. */
  name: string
  /** How long it is kept. */
  days: number
  /** How many rows one step takes; omitted, 500. */
  chunk?: number
  /** Forgets at most `limit` of what is older than `before`; how many. One step holds the loop for milliseconds. */
  forget(before: Date, limit: number): number
}

/** Rows that are deleted. */
interface Rows {
  table: SQLiteTable
  /** The key of a row. */
  id: SQLiteColumn | SQL
  /** How long a row is kept after the instant that `until` compares with. */
  days: number
  /** Whether its time, ISO 8601 in UTC, is before that. It must find them over an index. */
  until(before: string): SQL | undefined
}

const later = alias(sesion, 'later')

/** The rows that the base itself forgets. */
export const BASE_TRIMS: readonly Rows[] = [
  {
    table: idempotencia,
    id: sql`rowid`,
    days: 0,
    until: (before) => and(isNotNull(idempotencia.venceAt), lte(idempotencia.venceAt, before)),
  },
  {
    // Kept for a while, so that whoever comes late is told that it expired, or that it was used twice.
    table: refreshToken,
    id: refreshToken.hash,
    days: 30,
    until: (before) => lte(refreshToken.expiresAt, before),
  },
  {
    // The last one of a person stays: it knows which company the next login begins with.
    table: sesion,
    id: sesion.id,
    days: 90,
    until: (before) =>
      and(
        lte(sesion.lastUsedAt, before),
        sql`NOT EXISTS (SELECT 1 FROM ${refreshToken} WHERE ${refreshToken.sesionId} = ${sesion.id})`,
        sql`EXISTS (SELECT 1 FROM ${sesion} AS ${later} WHERE ${later.usuarioId} = ${sesion.usuarioId}
          AND (${later.lastUsedAt}, ${later.id}) > (${sesion.lastUsedAt}, ${sesion.id}))`,
      ),
  },
  {
    // Kept for a while, so that whoever follows an old link is told that it expired, or was used.
    table: restablecimiento,
    id: restablecimiento.tokenHash,
    days: 30,
    until: (before) => lte(restablecimiento.expiraEn, before),
  },
  {
    table: invitacion,
    id: invitacion.id,
    days: 90,
    until: (before) => lte(invitacion.expiraEn, before),
  },
  {
    // Six years: as long as the tax authority may ask (the table's trigger holds to it too).
    table: auditoria,
    id: auditoria.id,
    days: 2192,
    until: (before) => lte(auditoria.createdAt, before),
  },
  {
    // An old one still tells somebody's line of business, and after a year hardly that.
    table: consultaGuardada,
    id: sql`rowid`,
    days: 400,
    until: (before) => lte(consultaGuardada.consultadoEn, before),
  },
]

/** Trims over a database. */
export const rowTrims = (db: Db, rows: readonly Rows[]): Trim[] =>
  rows.map(({ table, id, days, until }) => ({
    name: getTableName(table),
    days,
    forget(before, limit) {
      const old = db.select({ id }).from(table).where(until(before.toISOString())).limit(limit)
      return db.delete(table).where(sql`${id} IN ${old}`).run().changes
    },
  }))

const CHUNK = 500
const DAY = 86_400_000

interface Trimmer {
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
