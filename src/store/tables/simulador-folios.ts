// Folios at the pages of the simulated SII (src/simulator/folios).

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { simSesion } from './simulador-portal'

/** The file of a range: whoever fetches it again gets the same key. */
export const simCafArchivo = sqliteTable(
  'sim_caf_archivo',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    desde: integer('desde').notNull(),
    hasta: integer('hasta').notNull(),
    xml: blob('xml', { mode: 'buffer' }).notNull(),
  },
  (a) => [primaryKey({ columns: [a.lado, a.rut, a.tipoDte, a.desde, a.hasta] })],
)

/**
 * The page at which a session stands for a company: `of` a request, `rf` fetching a range again, `af` annulling. `control` and
 * `maximo` are of a request; `desde` and `hasta` are the range proposed or granted, or the one that was chosen.
 */
export const simCafPaso = sqliteTable(
  'sim_caf_paso',
  {
    token: text('token')
      .notNull()
      .references(() => simSesion.token, { onDelete: 'cascade' }),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    tramite: text('tramite', { enum: ['of', 'rf', 'af'] }).notNull(),
    paso: integer('paso').notNull(),
    tipoDte: integer('tipo_dte'),
    control: integer('control').notNull().default(0).$type<0 | 1>(),
    maximo: integer('maximo'),
    desde: integer('desde'),
    hasta: integer('hasta'),
  },
  (p) => [primaryKey({ columns: [p.token, p.lado, p.rut, p.tramite] })],
)
