// A job as people see it, from its row (http §6).

import type { Titular } from '../domain/titular'
import type { job } from '../store/tables/job'
import type { Estado } from './estados'
import type { JobError, Progreso } from './kind'

/** A job as it is shown. */
export interface JobRecord extends Titular {
  id: string
  kind: string
  grupo: string
  args: unknown
  estado: Estado
  intentos: number
  /** When it runs next, while it waits for that; null once it is ready or over. */
  proximoIntento: Date | null
  createdAt: Date
  /** When its first attempt began, since an operator's retry if there was one. */
  startedAt: Date | null
  completedAt: Date | null
  /** When it became `failed` or `dlq`. */
  failedAt: Date | null
  /** The error of the last attempt, while the job has not completed. */
  error: JobError | null
  /** The result of the job, as its kind said. */
  result: unknown
  /** How far it is, as its kind said last. */
  progreso: Progreso | null
}

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export type JobSelect = typeof job.$inferSelect

export const toRecord = (row: JobSelect): JobRecord => ({
  id: row.id,
  kind: row.kind,
  empresaId: row.empresaId,
  ambiente: row.ambiente,
  grupo: row.grupo,
  args: JSON.parse(row.args),
  estado: row.estado,
  intentos: row.intentos,
  proximoIntento: date(row.runAt),
  createdAt: new Date(row.createdAt),
  startedAt: date(row.startedAt),
  completedAt: date(row.completedAt),
  failedAt: date(row.failedAt),
  error: row.error === null ? null : JSON.parse(row.error),
  result: row.result === null ? null : JSON.parse(row.result),
  progreso: row.progreso === null ? null : JSON.parse(row.progreso),
})
