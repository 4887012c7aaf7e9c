// Copies of the whole database at their destination.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * One attempt of a copy. `borrada`: no longer to be kept; `ausente`: somebody else removed it. A copy holds its own row as
 * `en_curso`, for it is made before it is done.
 */
export const respaldo = sqliteTable(
  'respaldo',
  {
    id: text('id').primaryKey(),
    /** At the destination. */
    nombre: text('nombre').notNull().unique(),
    /** A folder, or `s3://bucket/prefix`. */
    destino: text('destino').notNull(),
    estado: text('estado', { enum: ['en_curso', 'hecha', 'fallida', 'borrada', 'ausente'] }).notNull(),
    inicio: text('inicio').notNull(),
    fin: text('fin'),
    /** The size at the destination, and its digest; null of one that was found there after a death. */
    bytes: integer('bytes'),
    sha256: text('sha256'),
    error: text('error'),
    /** The result of its last trial: `abierta`, opened and verified; `integra`, the bytes that were written, not opened. */
    ensayo: text('ensayo', { enum: ['abierta', 'integra', 'fallida'] }),
    ensayoAt: text('ensayo_at'),
    ensayoDetalle: text('ensayo_detalle'),
  },
  (r) => [index('respaldo_inicio').on(r.destino, r.inicio)],
)
