// Copies of documents for their receivers.

import { sql } from 'drizzle-orm'
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { documento } from './documento'
import { job } from './job'

/** A copy of a document to one mailbox. The id also names the message, so that a repeated one can be told as such. */
export const copia = sqliteTable(
  'copia',
  {
    id: text('id').primaryKey(),
    documentoId: text('documento_id')
      .notNull()
      .references(() => documento.id),
    destinatario: text('destinatario').notNull(),
    origen: text('origen', { enum: ['automatica', 'manual'] }).notNull(),
    estado: text('estado', { enum: ['pendiente', 'enviada', 'fallida'] })
      .notNull()
      .default('pendiente'),
    jobId: text('job_id')
      .notNull()
      .unique()
      .references(() => job.id),
    createdAt: text('created_at').notNull(),
    enviadaAt: text('enviada_at'),
  },
  (c) => [
    uniqueIndex('copia_automatica').on(c.documentoId, c.destinatario).where(sql`${c.origen} = 'automatica'`),
    uniqueIndex('copia_en_camino').on(c.documentoId, c.destinatario).where(sql`${c.estado} = 'pendiente'`),
  ],
)
