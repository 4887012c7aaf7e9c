// Operations at the SII that run as jobs (jobs §6).

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Operacion } from '../../domain/plan/cuota'
import { job } from './job'

/** The data of such a job beside its row in the queue. */
export const trabajo = sqliteTable('trabajo', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => job.id, { onDelete: 'cascade' }),
  /** The thing it is about, as people name it: a month, a document. */
  objeto: text('objeto').notNull(),
  /** The operation whose quota it takes a unit of; null takes none by itself. */
  operacion: text('operacion').$type<Operacion>(),
  cobrada: integer('cobrada').notNull().$type<0 | 1>().default(0),
  /** In whose name it runs: who queued it, or was the last to retry it. */
  usuarioId: text('usuario_id'),
  apikeyId: text('apikey_id'),
  ip: text('ip'),
  /** JSON: what its refusal tells beside the error of the job. */
  detalles: text('detalles'),
})
