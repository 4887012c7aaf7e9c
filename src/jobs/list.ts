// Lists and counts of jobs, each over an index: completed jobs pile up for years and no query walks them to find others.

import type { Database, Statement } from 'better-sqlite3'
import type { Ambiente } from '../domain/ambiente'
import { ESTADOS, type Estado } from './estados'
import { type JobRecord, RECORD_COLUMNS, type RecordRow, toRecord } from './record'

export interface JobFilter {
  kind: string
  empresaId: string
  ambiente: Ambiente
  estado?: Estado
  /** Created at or after. */
  desde?: Date
  /** Created before. */
  hasta?: Date
  /** From 1. */
  pagina: number
  limite: number
}

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
  /** How many jobs of each kind stand where, but for `completed`, which only ever grows. */
  counts(): EstadoCount[]
}

/** The lists of `client`. */
export function createJobLists(client: Database): JobLists {
  const range = 'kind = ? AND empresa_id = ? AND ambiente = ? AND created_at >= ? AND created_at < ?'
  // The index of what is not completed serves only a query that says so in the same words.
  const inconcluso = "estado <> 'completed'"
  const others = ESTADOS.filter((estado) => estado !== 'completed').map((estado) => `'${estado}'`)
  const count = (where: string): Statement =>
    client.prepare(`SELECT count(*) FROM job WHERE ${range} AND ${where}`).pluck()
  const page = (where: string): Statement =>
    client.prepare(
      `SELECT ${RECORD_COLUMNS} FROM job WHERE ${range} AND ${where}
       ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?`,
    )
  const countRange = count('true')
  const countEver = client
    .prepare('SELECT total FROM job_cuenta WHERE kind = ? AND empresa_id = ? AND ambiente = ?')
    .pluck()
  const countOthers = count(`${inconcluso} AND estado IN (${others.join(', ')})`)
  const countOne = count(`${inconcluso} AND estado = ?`)
  const pageAll = page('true')
  const pageCompleted = page("estado = 'completed'")
  const pageOne = page(`${inconcluso} AND estado = ?`)
  const counts = client.prepare(
    `SELECT kind, estado, count(*) AS jobs, min(created_at) AS oldest FROM job WHERE ${inconcluso}
     GROUP BY kind, estado`,
  )

  return {
    list({ kind, empresaId, ambiente, estado, desde, hasta, pagina, limite }) {
      const from = desde?.getTime() ?? 0
      const until = hasta?.getTime() ?? Number.MAX_SAFE_INTEGER
      const within = [kind, empresaId, ambiente, from, until]
      const slice = [limite, (pagina - 1) * limite]
      const number = (statement: Statement, ...more: unknown[]): number =>
        statement.get(...within, ...more) as number
      const records = (statement: Statement, ...more: unknown[]): JobRecord[] =>
        (statement.all(...within, ...more, ...slice) as RecordRow[]).map(toRecord)
      // A range costs what it holds; without one a counter that triggers keep answers for all there ever were.
      const countAll = (): number =>
        desde || hasta
          ? number(countRange)
          : ((countEver.get(kind, empresaId, ambiente) as number | undefined) ?? 0)
      if (estado === undefined) return { total: countAll(), jobs: records(pageAll) }
      if (estado === 'completed')
        return { total: countAll() - number(countOthers), jobs: records(pageCompleted) }
      return { total: number(countOne, estado), jobs: records(pageOne, estado) }
    },
    counts: () =>
      (counts.all() as { kind: string; estado: Estado; jobs: number; oldest: number }[]).map((row) => ({
        ...row,
        oldest: new Date(row.oldest),
      })),
  }
}
