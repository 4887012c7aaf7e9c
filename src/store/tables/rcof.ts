// Reports of used folios (areas/rcof §1).

import { sql } from 'drizzle-orm'
import { blob, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { empresa } from './empresa'
import { job } from './job'

/** One row each time that a day was reported. */
export const rcof = sqliteTable(
  'rcof',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    /** The day in Chile. */
    fecha: text('fecha').notNull(),
    secuencia: integer('secuencia').notNull(),
    /** The job that sends it; another one where that stopped and it was asked for again. */
    jobId: text('job_id')
      .notNull()
      .unique()
      .references(() => job.id),
    estado: text('estado', {
      enum: ['preparado', 'enviado', 'aceptado', 'aceptado_con_reparos', 'rechazado', 'reemplazado'],
    }).notNull(),
    trackId: text('track_id'),
    codigoSii: text('codigo_sii'),
    glosa: text('glosa'),
    /** The signer; null until it is frozen. */
    rutEnvia: text('rut_envia'),
    /** JSON of `ResumenRcof[]`. */
    resumen: text('resumen').notNull(),
    createdAt: text('created_at').notNull(),
    /** From here on the SII may have it. */
    intentadoAt: text('intentado_at'),
    enviadoAt: text('enviado_at'),
  },
  (r) => [
    unique().on(r.empresaId, r.ambiente, r.fecha, r.secuencia),
    uniqueIndex('rcof_vigente').on(r.empresaId, r.ambiente, r.fecha).where(sql`${r.estado} <> 'reemplazado'`),
  ],
)

/** The signed bytes. */
export const rcofXml = sqliteTable('rcof_xml', {
  rcofId: text('rcof_id')
    .primaryKey()
    .references(() => rcof.id),
  xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
})
