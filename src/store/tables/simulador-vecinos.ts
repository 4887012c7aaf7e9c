// The neighbourhood of the simulated SII (src/simulator/vecinos). Times are milliseconds of its own clock.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who lives beside a company; `dueno` '' where nobody told it. */
export const simVecino = sqliteTable(
  'sim_vecino',
  {
    dueno: text('dueno').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    rut: text('rut').notNull(),
    temple: text('temple', {
      enum: [
        'proveedor',
        'proveedor_anula',
        'proveedor_windows',
        'proveedor_contado',
        'proveedor_notas',
        'cliente_formal',
        'cliente_callado',
        'cliente_reclama',
        'tercero',
      ],
    }).notNull(),
    retrasoDias: integer('retraso_dias').notNull().default(0),
  },
  (v) => [primaryKey({ columns: [v.dueno, v.rutEmpresa, v.rut] })],
)

/** What somebody will do at an instant; a row is gone once it is done. `datos` is JSON, by `acto`. */
export const simAgenda = sqliteTable(
  'sim_agenda',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dueno: text('dueno').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    rut: text('rut').notNull(),
    at: integer('at').notNull(),
    acto: text('acto', {
      enum: ['emite', 'anota', 'vende', 'boletas', 'acusa', 'excluye', 'responde', 'semana'],
    }).notNull(),
    datos: text('datos').notNull(),
  },
  (a) => [index('sim_agenda_cuando').on(a.at, a.id), index('sim_agenda_de').on(a.dueno, a.rutEmpresa)],
)
