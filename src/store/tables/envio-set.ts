// Sets of documents, each in one envelope of its own.

import { integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { documento } from './documento'

/**
 * A set: documents that travel in one envelope of their own, in this order, and in no other (a trigger holds it). The envelope has
 * its id before it is made. `caso` is the number by which whoever asked for them knows each.
 */
export const envioSet = sqliteTable(
  'envio_set',
  {
    envioId: text('envio_id').notNull(),
    orden: integer('orden').notNull(),
    caso: integer('caso').notNull(),
    documentoId: text('documento_id')
      .notNull()
      .unique()
      .references(() => documento.id),
  },
  (s) => [primaryKey({ columns: [s.envioId, s.orden] }), unique().on(s.envioId, s.caso)],
)
