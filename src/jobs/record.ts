// A job as people see it, from its row (contract §6).

import type { Ambiente } from '../domain/ambiente'
import type { Estado } from './estados'
import type { JobError, Progreso } from './kind'
import { JOB_COLUMNS, type JobRow } from './row'

/** A job as it is shown. */
export interface JobRecord {
  id: string
  kind: string
  empresaId: string
  ambiente: Ambiente
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
  /** Of the last attempt, while the job has not completed. */
  error: JobError | null
  /** What came of it, as its kind said. */
  result: unknown
  /** How far it is, as its kind said last. */
  progreso: Progreso | null
}

export interface RecordRow extends JobRow {
  estado: Estado
  run_at: number | null
  started_at: number | null
  completed_at: number | null
  failed_at: number | null
  error: string | null
  result: string | null
  progreso: string | null
}

/** The columns that `toRecord` needs. */
export const RECORD_COLUMNS = `${JOB_COLUMNS}, estado, run_at, started_at, completed_at, failed_at, error,
  result, progreso`

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export const toRecord = (row: RecordRow): JobRecord => ({
  id: row.id,
  kind: row.kind,
  empresaId: row.empresa_id,
  ambiente: row.ambiente,
  grupo: row.grupo,
  args: JSON.parse(row.args),
  estado: row.estado,
  intentos: row.intentos,
  proximoIntento: date(row.run_at),
  createdAt: new Date(row.created_at),
  startedAt: date(row.started_at),
  completedAt: date(row.completed_at),
  failedAt: date(row.failed_at),
  error: row.error === null ? null : JSON.parse(row.error),
  result: row.result === null ? null : JSON.parse(row.result),
  progreso: row.progreso === null ? null : JSON.parse(row.progreso),
})
