// Which document was issued in the place of one that the SII rejected.

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { documento } from './documento'

/** A row stands unless the successor was discarded before the SII could see it. A trigger keeps `documento.atendido`. */
export const documentoReemplazo = sqliteTable(
  'documento_reemplazo',
  {
    documentoId: text('documento_id')
      .primaryKey()
      .references(() => documento.id),
    reemplazadoId: text('reemplazado_id')
      .notNull()
      .references(() => documento.id),
    /** 1: issued beside another successor, as `forzar_reemplazo` asked. */
    forzado: integer('forzado').notNull().$type<0 | 1>().default(0),
  },
  (r) => [
    uniqueIndex('documento_reemplazo_unico').on(r.reemplazadoId).where(sql`${r.forzado} = 0`),
    index('documento_reemplazo_reemplazado').on(r.reemplazadoId),
  ],
)
