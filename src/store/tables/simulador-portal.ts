// The simulated SII's portal (src/simulator/portal). Times are milliseconds of its own clock. `dueno` is whose world a row
// belongs to, '' where nobody told it.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * A person at the door. `intentos` counts wrong claves in a row; until `bloqueada_hasta` the clave opens nothing, until
 * `limite_hasta` no further session does.
 */
export const simPersona = sqliteTable(
  'sim_persona',
  {
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    intentos: integer('intentos').notNull().default(0),
    bloqueadaHasta: integer('bloqueada_hasta'),
    limiteHasta: integer('limite_hasta'),
    logins: integer('logins').notNull().default(0),
    rechazados: integer('rechazados').notNull().default(0),
  },
  (p) => [primaryKey({ columns: [p.dueno, p.rut] })],
)

/** The clave tributaria of a person, by its hash alone. */
export const simClave = sqliteTable(
  'sim_clave',
  {
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    sha256: text('sha256').notNull(),
    creadaAt: integer('creada_at').notNull(),
  },
  (c) => [primaryKey({ columns: [c.dueno, c.rut] })],
)

/** Sessions, named by the value of their cookie; `empresa` is that which who acts for several chose to be. Until `rechazada_hasta` the front end lets none of its calls through. */
export const simSesion = sqliteTable(
  'sim_sesion',
  {
    token: text('token').primaryKey(),
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    metodo: text('metodo', { enum: ['clave', 'certificado'] }).notNull(),
    abiertaAt: integer('abierta_at').notNull(),
    ultimaAt: integer('ultima_at').notNull(),
    venceAt: integer('vence_at').notNull(),
    cerradaAt: integer('cerrada_at'),
    rechazadaHasta: integer('rechazada_hasta'),
    empresa: text('empresa'),
  },
  (s) => [index('sim_sesion_persona').on(s.dueno, s.rut, s.abiertaAt)],
)

/** Calls of a session, as far back as the front end counts them. */
export const simLlamada = sqliteTable(
  'sim_llamada',
  {
    id: integer('id').primaryKey(),
    token: text('token')
      .notNull()
      .references(() => simSesion.token, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
  },
  (l) => [index('sim_llamada_sesion').on(l.token, l.at)],
)
