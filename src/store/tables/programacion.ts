// The schedule of companies' work at the SII.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { NombreTarea, Omision } from '../../domain/programacion'
import { empresa } from './empresa'

/** One task of a company in an environment; none while nobody has set or begun it. Times are milliseconds since 1970. */
export const programacion = sqliteTable(
  'programacion',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tarea: text('tarea').notNull().$type<NombreTarea>(),
    /** The settings beside `activo`, as JSON. */
    ajustes: text('ajustes').notNull(),
    activo: integer('activo', { mode: 'boolean' }).notNull(),
    /** When it is due next; null while it is off. */
    proxima: integer('proxima'),
    ultima: integer('ultima'),
    /** The jobs of the last run: while they last, a JSON list of ids, then how they ended. */
    trabajos: text('trabajos'),
    resultado: text('resultado', { enum: ['en_curso', 'ok', 'fallida'] }),
    omitida: text('omitida').$type<Omision>(),
    /** Runs in a row that failed. */
    fallas: integer('fallas').notNull().default(0),
  },
  (p) => [
    primaryKey({ columns: [p.empresaId, p.ambiente, p.tarea] }),
    index('programacion_proxima').on(p.proxima).where(sql`${p.activo} = 1`),
    index('programacion_en_curso').on(p.empresaId).where(sql`${p.trabajos} IS NOT NULL`),
  ],
)
