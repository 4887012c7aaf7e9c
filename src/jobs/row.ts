// Rows of the `job` table as a run needs them; only src/jobs knows the columns.

import type { Job } from './kind'
import type { JobSelect } from './record'

/** `orden` is its place among all there ever were. */
export type JobRow = Pick<
  JobSelect,
  | 'id'
  | 'kind'
  | 'empresaId'
  | 'ambiente'
  | 'grupo'
  | 'args'
  | 'intentos'
  | 'fallas'
  | 'interrupciones'
  | 'createdAt'
  | 'queuedAt'
  | 'lugar'
> & { orden: number }

/** The columns of `JobRow`, for SELECT and RETURNING. */
export const JOB = `id, kind, empresa_id AS empresaId, ambiente, grupo, args, intentos, fallas, interrupciones, created_at AS createdAt,
  queued_at AS queuedAt, lugar, rowid AS orden`

export const toJob = ({
  id,
  kind,
  empresaId,
  ambiente,
  grupo,
  args,
  intentos,
  fallas,
  createdAt,
}: Omit<JobRow, 'orden'>): Job => ({
  id,
  kind,
  empresaId,
  ambiente,
  grupo,
  args: JSON.parse(args),
  intentos,
  fallas,
  createdAt: new Date(createdAt),
})

/**
 * In the order of the line, as leased: RETURNING promises none. What is released or retried with no job made in between shares
 * a place.
 */
export const byPlace = (a: JobRow, b: JobRow): number =>
  a.lugar - b.lugar || a.queuedAt - b.queuedAt || a.orden - b.orden
