// Rows of the `job` table as its readers see them; only src/jobs knows the columns.

import type { Ambiente } from '../domain/ambiente'
import type { Job } from './kind'

/** The columns that `toJob` needs, for SELECT and RETURNING. */
export const JOB_COLUMNS =
  'id, kind, empresa_id, ambiente, grupo, args, intentos, fallas, interrupciones, created_at, queued_at, lugar, rowid AS orden'

export interface JobRow {
  id: string
  kind: string
  empresa_id: string
  ambiente: Ambiente
  grupo: string
  args: string
  intentos: number
  fallas: number
  interrupciones: number
  created_at: number
  queued_at: number
  lugar: number
  orden: number
}

export const toJob = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  empresaId: row.empresa_id,
  ambiente: row.ambiente,
  grupo: row.grupo,
  args: JSON.parse(row.args),
  intentos: row.intentos,
  fallas: row.fallas,
  createdAt: new Date(row.created_at),
})

/** The `lugar` behind all jobs there are, of which the next one made will be the first behind. An SQL expression. */
export const LAST_PLACE = '(SELECT coalesce(max(rowid), 0) + 1 FROM job)'

/** Of a job that has not ended, in the words of the index over `clave`. An SQL expression. */
export const UNDER_WAY = "(estado = 'pending' OR estado = 'processing' OR estado = 'scheduled')"

/** In the order of the line, as leased: RETURNING promises none. What is released or retried with no job made in between shares a place. */
export const byPlace = (a: JobRow, b: JobRow): number =>
  a.lugar - b.lugar || a.queued_at - b.queued_at || a.orden - b.orden
