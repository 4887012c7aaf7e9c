// Lists and counts of jobs, each over an index: completed jobs pile up for years and no query walks them to find others.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../domain/ambiente'
import { ESTADOS, type Estado } from './estados'
import { type JobRecord, RECORD_COLUMNS, type RecordRow, toRecord } from './record'

export interface JobFilter {
  kind: string
  empresaId: string
  ambiente: Ambiente
  /** Omitted, all. */
  estados?: readonly Estado[] | undefined
  /** Which of them; omitted, all. */
  only?: JobCondition | undefined
  /** Created at or after. */
  desde?: Date | undefined
  /** Created before. */
  hasta?: Date | undefined
  /** From 1. */
  pagina: number
  limite: number
}

/** A condition over `job`, by these ids or by SQL; of SQL `all` is for how many it holds, whatever their state. */
export type JobCondition =
  | { ids: readonly string[] }
  | { sql: string; values: readonly unknown[]; all: number }

export interface EstadoCount {
  kind: string
  estado: Estado
  jobs: number
  /** When the oldest of them was created. */
  oldest: Date
}

export interface JobLists {
  /** One page, newest first, and how many there are in all. */
  list(filter: JobFilter): { total: number; jobs: JobRecord[] }
  /** How many jobs of a company stand where; every state is there. */
  byEstado(of: Pick<JobFilter, 'kind' | 'empresaId' | 'ambiente'>): Record<Estado, number>
  /** How many jobs of each kind stand where, but for `completed`, which only ever grows. */
  counts(): EstadoCount[]
}

// The index of what is not completed serves only a query that says so in the same words.
const INCONCLUSO = "estado <> 'completed'"

/** Being in one of these states. */
const among = (estados: readonly Estado[]): string =>
  `${estados.includes('completed') ? '' : `${INCONCLUSO} AND `}estado IN (${estados.map((estado) => `'${estado}'`).join(', ')})`

const ABIERTOS = ESTADOS.filter((estado) => estado !== 'completed')

/** The lists of `client`. */
export function createJobLists(client: Database): JobLists {
  const countEver = client
    .prepare('SELECT total FROM job_cuenta WHERE kind = ? AND empresa_id = ? AND ambiente = ?')
    .pluck()
  const counts = client.prepare(
    `SELECT kind, estado, count(*) AS jobs, min(created_at) AS oldest FROM job WHERE ${INCONCLUSO}
     GROUP BY kind, estado`,
  )

  const count = (where: string, values: readonly unknown[]): number =>
    client
      .prepare(`SELECT count(*) FROM job WHERE ${where}`)
      .pluck()
      .get(...values) as number

  const open = client.prepare<[string, string, string], { estado: Estado; jobs: number }>(
    `SELECT estado, count(*) AS jobs FROM job WHERE kind = ? AND empresa_id = ? AND ambiente = ?
       AND ${among(ABIERTOS)} GROUP BY estado`,
  )

  return {
    byEstado({ kind, empresaId, ambiente }) {
      const own = [kind, empresaId, ambiente] as const
      const found = Object.fromEntries(open.all(...own).map(({ estado, jobs }) => [estado, jobs]))
      const ever = (countEver.get(...own) as number | undefined) ?? 0
      const completed = ever - Object.values(found).reduce((sum, jobs) => sum + jobs, 0)
      return Object.fromEntries(
        ESTADOS.map((estado) => [estado, estado === 'completed' ? completed : (found[estado] ?? 0)]),
      ) as Record<Estado, number>
    },
    list({ kind, empresaId, ambiente, estados = ESTADOS, only, desde, hasta, pagina, limite }) {
      const byId = only && 'ids' in only
      // A plus keeps the planner from the list: the ids lead to their rows.
      const plus = byId ? '+' : ''
      const range = ['kind = ?', 'empresa_id = ?', 'ambiente = ?', 'created_at >= ?', 'created_at < ?']
      const where = [
        ...range.map((condition) => plus + condition),
        ...(only ? [byId ? 'id IN (SELECT value FROM json_each(?))' : only.sql] : []),
      ].join(' AND ')
      const values = [
        ...[kind, empresaId, ambiente, desde?.getTime() ?? 0, hasta?.getTime() ?? Number.MAX_SAFE_INTEGER],
        ...(only ? (byId ? [JSON.stringify(only.ids)] : only.values) : []),
      ]
      // A range or a list of ids costs what it holds; without them a counter that triggers keep answers for all there ever were.
      const countAll = (): number => {
        if (byId || desde || hasta) return count(where, values)
        if (only) return only.all
        return (countEver.get(kind, empresaId, ambiente) as number | undefined) ?? 0
      }
      const countOf = (some: readonly Estado[]): number =>
        some.length ? count(`${where} AND ${among(some)}`, values) : 0
      const others = ESTADOS.filter((estado) => !estados.includes(estado))
      const total = estados.includes('completed') ? countAll() - countOf(others) : countOf(estados)
      const rows = client
        .prepare(
          `SELECT ${RECORD_COLUMNS} FROM job WHERE ${where}${others.length ? ` AND ${among(estados)}` : ''}
           ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?`,
        )
        .all(...values, limite, (pagina - 1) * limite) as RecordRow[]
      return { total, jobs: rows.map(toRecord) }
    },
    counts: () =>
      (counts.all() as { kind: string; estado: Estado; jobs: number; oldest: number }[]).map((row) => ({
        ...row,
        oldest: new Date(row.oldest),
      })),
  }
}
