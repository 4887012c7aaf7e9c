// Reports of used folios at the simulated SII (src/simulator/rcof). Times are milliseconds of its own clock.

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * One report as received. Track IDs are of one sequence with those of `sim_envio`. `estado` is REC until the ledger was looked at;
 * whatever it is, nothing but REC is told before `listo_at`. `resumen` and `razones` are JSON.
 */
export const simRcof = sqliteTable(
  'sim_rcof',
  {
    trackId: integer('track_id').primaryKey(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    dueno: text('dueno'),
    rutEnvia: text('rut_envia').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    archivo: text('archivo').notNull(),
    sha1: text('sha1').notNull(),
    veces: integer('veces').notNull().default(1),
    recibidoAt: integer('recibido_at').notNull(),
    repetidoAt: integer('repetido_at'),
    listoAt: integer('listo_at').notNull(),
    fecha: text('fecha').notNull(),
    secuencia: integer('secuencia').notNull(),
    estado: text('estado', { enum: ['REC', 'EPR', 'RPR', 'RFR', 'RCT'] }).notNull(),
    razones: text('razones').notNull().default('[]'),
    resumen: text('resumen').notNull(),
  },
  (r) => [
    uniqueIndex('sim_rcof_repetido').on(r.lado, r.rutEmpresa, r.sha1),
    index('sim_rcof_dia').on(r.lado, r.rutEmpresa, r.fecha),
  ],
)
