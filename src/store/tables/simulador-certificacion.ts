// The simulated SII as reviewer of a certification (src/simulator/certificacion). Times are milliseconds of its own clock; `dueno` is ''
// where nobody told whose it is.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A set of tests as it was drawn. `filas` is JSON; `atencion` is null of boletas; a new file makes void (`vigente` 0) those before. */
export const simSet = sqliteTable(
  'sim_set',
  {
    id: integer('id').primaryKey(),
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    clase: text('clase', {
      enum: [
        'basico',
        'exenta',
        'guia',
        'compra',
        'liquidacion',
        'exportacion_1',
        'exportacion_2',
        'libro_ventas',
        'libro_compras',
        'libro_compras_exentos',
        'libro_guias',
        'boleta',
      ],
    }).notNull(),
    atencion: integer('atencion').unique(),
    vigente: integer('vigente').notNull().default(1).$type<0 | 1>(),
    filas: text('filas').notNull(),
    creadoAt: integer('creado_at').notNull(),
  },
  (s) => [uniqueIndex('sim_set_vigente').on(s.dueno, s.rut, s.clase).where(sql`vigente = 1`)],
)

/**
 * A set declared with an envelope, and what the review made of it: null before. `set_id` null: the simulation. `controles` is JSON; `falla` is a
 * fault on demand that hits this review, with its words.
 */
export const simAvance = sqliteTable(
  'sim_avance',
  {
    id: integer('id').primaryKey(),
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    setId: integer('set_id').references(() => simSet.id),
    trackId: integer('track_id').notNull(),
    declaradoAt: integer('declarado_at').notNull(),
    falla: text('falla'),
    fallaTexto: text('falla_texto'),
    revisadoAt: integer('revisado_at'),
    resultado: text('resultado', { enum: ['SOK', 'SRH'] }),
    controles: text('controles').notNull().default('[]'),
  },
  (a) => [index('sim_avance_de').on(a.dueno, a.rut, a.setId), index('sim_avance_envio').on(a.trackId)],
)

/** The step of a company's certification. `datos` is JSON: the envelope of the exchange, the samples that were taken. */
export const simTramite = sqliteTable(
  'sim_tramite',
  {
    dueno: text('dueno').notNull(),
    rut: text('rut').notNull(),
    alcance: text('alcance', { enum: ['factura', 'boleta'] }).notNull(),
    paso: text('paso', {
      enum: ['SET', 'SIMULACION', 'INTERCAMBIO', 'MUESTRAS', 'DECLARACION', 'AUTORIZADA'],
    }).notNull(),
    datos: text('datos').notNull().default('{}'),
    desdeAt: integer('desde_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.dueno, t.rut, t.alcance] })],
)
