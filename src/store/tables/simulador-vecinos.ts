// The neighbourhood of the simulated SII (src/simulator/vecinos). Times are milliseconds of its own clock.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { simCorreo } from './simulador-correo'

/** How a company calls itself to its neighbours; null, as its digits do. */
export const simVecindad = sqliteTable(
  'sim_vecindad',
  {
    dueno: text('dueno').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    razonSocial: text('razon_social'),
    giro: text('giro'),
    direccion: text('direccion'),
    comuna: text('comuna'),
  },
  (v) => [primaryKey({ columns: [v.dueno, v.rutEmpresa] })],
)

/** The neighbours of a company; `dueno` '' where nobody told it. `correo` 0: it writes no letters. */
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
        'proveedor_desprolijo',
        'cliente_formal',
        'cliente_callado',
        'cliente_reclama',
        'tenedor',
        'tercero',
      ],
    }).notNull(),
    retrasoDias: integer('retraso_dias').notNull().default(0),
    correo: integer('correo').notNull().default(1).$type<0 | 1>(),
  },
  (v) => [primaryKey({ columns: [v.dueno, v.rutEmpresa, v.rut] })],
)

/**
 * The acts that somebody will do at an instant; a row is gone once it is done. `datos` is JSON, by `acto`.
 */
export const simAgenda = sqliteTable(
  'sim_agenda',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dueno: text('dueno').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    rut: text('rut').notNull(),
    at: integer('at').notNull(),
    acto: text('acto', {
      enum: [
        ...(['emite', 'anota', 'vende', 'boletas', 'acusa', 'excluye', 'responde', 'semana'] as const),
        ...(['honorario', 'anula_bte', 'manda', 'lee', 'avisa', 'pregunta', 'revisa'] as const),
      ],
    }).notNull(),
    datos: text('datos').notNull(),
  },
  (a) => [index('sim_agenda_cuando').on(a.at, a.id), index('sim_agenda_de').on(a.dueno, a.rutEmpresa)],
)

/**
 * A neighbour's reading of a letter to it: `clase` is what came, `estado` its code as a receipt has it,
 * `documentos` JSON.
 */
export const simLeido = sqliteTable(
  'sim_leido',
  {
    cartaId: integer('carta_id')
      .primaryKey()
      .references(() => simCorreo.id, { onDelete: 'cascade' }),
    dueno: text('dueno').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    rut: text('rut').notNull(),
    clase: text('clase').notNull(),
    estado: integer('estado'),
    digest: text('digest'),
    documentos: text('documentos').notNull(),
  },
  (l) => [index('sim_leido_de').on(l.dueno, l.rutEmpresa, l.rut)],
)
