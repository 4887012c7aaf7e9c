// Pieces of long files (store §4.1).

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** All but the last piece of a file of the row `id` of `tabla`, each sealed by itself. */
export const trozo = sqliteTable(
  'trozo',
  {
    tabla: text('tabla').notNull(),
    id: text('id').notNull(),
    parte: integer('parte').notNull(),
    bytesCifrados: blob('bytes_cifrados', { mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tabla, t.id, t.parte] })],
)
