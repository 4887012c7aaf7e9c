// Books of purchases, sales and guides at the simulated SII (src/simulator/libros). Times are milliseconds of its own clock.

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * One book as received. Track IDs are of one sequence with those of `sim_envio`. `estado` is the verdict; nothing but LSO is told
 * before `listo_at`. `contenido` is JSON: `caratula`, `resumen` and `detalle`, by the schema's names.
 */
export const simLibro = sqliteTable(
  'sim_libro',
  {
    trackId: integer('track_id').primaryKey(),
    lado: text('lado', { enum: ['certificacion'] }).notNull(),
    dueno: text('dueno'),
    rutEnvia: text('rut_envia').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    archivo: text('archivo').notNull(),
    sha1: text('sha1').notNull(),
    veces: integer('veces').notNull().default(1),
    recibidoAt: integer('recibido_at').notNull(),
    repetidoAt: integer('repetido_at'),
    listoAt: integer('listo_at').notNull(),
    clase: text('clase', { enum: ['VENTA', 'COMPRA', 'GUIA'] }).notNull(),
    /** `YYYY-MM` */
    periodo: text('periodo').notNull(),
    /** As it was written; '' where it was not. */
    folioNotificacion: text('folio_notificacion').notNull(),
    estado: text('estado', { enum: ['LTC', 'LRH', 'LRS', 'LRC', 'LRF', 'LNC'] }).notNull(),
    razones: text('razones').notNull(),
    contenido: text('contenido').notNull(),
  },
  (l) => [
    uniqueIndex('sim_libro_repetido').on(l.lado, l.rutEmpresa, l.sha1),
    index('sim_libro_clave').on(l.lado, l.rutEmpresa, l.clase, l.periodo, l.folioNotificacion),
  ],
)
