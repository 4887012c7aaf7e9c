// Lists and counts of jobs, each over an index: completed jobs pile up for years and no query walks them to find others.

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Titular } from '../domain/titular'
import type { Db } from '../store/store'
import { job, jobCuenta } from '../store/tables/job'
import { ESTADOS, type Estado } from './estados'
import { type JobRecord, toRecord } from './record'

interface JobFilter extends Titular {
  /** One, or some that are listed together. */
  kind: string | readonly string[]
  /** Omitted, all. */
  estados?: readonly Estado[] | undefined
  /** Which of them; omitted, all. */
  only?: JobCondition | undefined
  /** Created at or after. */
  desde?: Date | undefined
  /** Created before. */
  hasta?: Date | undefined
}

/** Jobs, newest first, and how many there are in all. */
interface JobList {
  rows(limit: number, offset: number): JobRecord[]
  total(): number
  /** Those behind one of them, the first where it is null. */
  after(last: JobRecord | null, limit: number): JobRecord[]
}

/** By these ids, or by a condition over `job`; `all` is for how many that holds, whatever their state. */
export type JobCondition = { ids: readonly string[] } | { where: SQL; all: number }

interface EstadoCount {
  kind: string
  estado: Estado
  jobs: number
  /** When the oldest of them was created. */
  oldest: Date
}

type OfKind = Pick<JobFilter, 'empresaId' | 'ambiente'> & { kind: string }

export interface JobLists {
  list(filter: JobFilter): JobList
  /** How many jobs of a company stand where; every state is there. */
  byEstado(of: OfKind): Record<Estado, number>
  /** How many jobs of each kind stand where, but for `completed`, which only ever grows. */
  counts(): EstadoCount[]
}

// The index of what is not completed serves only a query that says so in the same words.
const INCONCLUSO = sql`${job.estado} <> 'completed'`

/** Being in one of these states. */
const among = (estados: readonly Estado[]): SQL | undefined =>
  and(estados.includes('completed') ? undefined : INCONCLUSO, inArray(job.estado, [...estados]))

const ABIERTOS = ESTADOS.filter((estado) => estado !== 'completed')

/** The lists of a database. */
export function createJobLists(db: Db): JobLists {
  const count = (where: SQL | undefined): number =>
    db.select({ jobs: sql<number>`count(*)` }).from(job).where(where).get()!.jobs

  /** How many there ever were: a counter that triggers keep. */
  const countEver = ({ kind, empresaId, ambiente }: OfKind): number =>
    db
      .select({ total: jobCuenta.total })
      .from(jobCuenta)
      .where(
        and(eq(jobCuenta.kind, kind), eq(jobCuenta.empresaId, empresaId), eq(jobCuenta.ambiente, ambiente)),
      )
      .get()?.total ?? 0

  return {
    byEstado(of) {
      const rows = db
        .select({ estado: job.estado, jobs: sql<number>`count(*)` })
        .from(job)
        .where(
          and(
            eq(job.kind, of.kind),
            eq(job.empresaId, of.empresaId),
            eq(job.ambiente, of.ambiente),
            among(ABIERTOS),
          ),
        )
        .groupBy(job.estado)
        .all()
      const found = Object.fromEntries(rows.map(({ estado, jobs }) => [estado, jobs]))
      const completed = countEver(of) - rows.reduce((sum, { jobs }) => sum + jobs, 0)
      return Object.fromEntries(
        ESTADOS.map((estado) => [estado, estado === 'completed' ? completed : (found[estado] ?? 0)]),
      ) as Record<Estado, number>
    },
    list({ kind: asked, empresaId, ambiente, estados = ESTADOS, only, desde, hasta }) {
      const kinds = typeof asked === 'string' ? [asked] : asked
      const ids = only && 'ids' in only ? only.ids : null
      // A plus keeps the planner from the list: the ids lead to their rows.
      const plus = sql.raw(ids ? '+' : '')
      const where = and(
        kinds.length === 1 ? sql`${plus}${job.kind} = ${kinds[0]}` : sql`${plus}${job.kind} IN ${kinds}`,
        sql`${plus}${job.empresaId} = ${empresaId}`,
        sql`${plus}${job.ambiente} = ${ambiente}`,
        sql`${plus}${job.createdAt} >= ${desde?.getTime() ?? 0}`,
        sql`${plus}${job.createdAt} < ${hasta?.getTime() ?? Number.MAX_SAFE_INTEGER}`,
        ids ? sql`${job.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : undefined,
        only && 'where' in only ? only.where : undefined,
      )
      // A range or a list of ids costs what it holds; without them the counter answers.
      const countAll = (): number => {
        if (ids || desde || hasta) return count(where)
        return only && 'all' in only
          ? only.all
          : kinds.reduce((sum, kind) => sum + countEver({ kind, empresaId, ambiente }), 0)
      }
      const countOf = (some: readonly Estado[]): number => (some.length ? count(and(where, among(some))) : 0)
      const others = ESTADOS.filter((estado) => !estados.includes(estado))
      const listed = others.length ? and(where, among(estados)) : where
      const read = (which: SQL | undefined, limit: number, offset: number): JobRecord[] =>
        db
          .select()
          .from(job)
          .where(which)
          .orderBy(desc(job.createdAt), sql`rowid DESC`)
          .limit(limit)
          .offset(offset)
          .all()
          .map(toRecord)
      return {
        rows: (limit, offset) => read(listed, limit, offset),
        total: () => (estados.includes('completed') ? countAll() - countOf(others) : countOf(estados)),
        after(last, limit) {
          if (!last) return read(listed, limit, 0)
          const place = sql`(${last.createdAt.getTime()}, (SELECT rowid FROM ${job} WHERE ${job.id} = ${last.id}))`
          return read(and(listed, sql`(${job.createdAt}, ${job}.rowid) < ${place}`), limit, 0)
        },
      }
    },
    counts: () =>
      db
        .select({
          kind: job.kind,
          estado: job.estado,
          jobs: sql<number>`count(*)`,
          oldest: sql`min(${job.createdAt})`.mapWith((ms: number) => new Date(ms)),
        })
        .from(job)
        .where(INCONCLUSO)
        .groupBy(job.kind, job.estado)
        .all(),
  }
}
