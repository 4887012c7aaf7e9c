// Envelopes on their way to the SII.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

/**
 * One envelope as sent to the SII. `estado`: armado (never sent), enviado (sent, answer unknown), recibido (has a
 * Track ID), rehusado (refused at the door: its documents may travel again in another).
 */
export const envio = sqliteTable(
  'envio',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    sobre: text('sobre', { enum: ['EnvioBOLETA', 'EnvioDTE'] }).notNull(),
    /** The signer: another person cannot upload it (CRT code 11). */
    rutEnvia: text('rut_envia').notNull(),
    estado: text('estado', { enum: ['armado', 'enviado', 'recibido', 'rehusado'] }).notNull(),
    documentos: integer('documentos').notNull(),
    trackId: text('track_id'),
    estadoSii: text('estado_sii'),
    glosaSii: text('glosa_sii'),
    createdAt: text('created_at').notNull(),
    enviadoAt: text('enviado_at'),
    /** 0 once the SII was asked for its verdict for a week in vain. */
    seguido: integer('seguido').notNull().$type<0 | 1>().default(1),
  },
  (e) => [
    index('envio_track').on(e.empresaId, e.ambiente, e.trackId).where(sql`${e.trackId} IS NOT NULL`),
    index('envio_enviado').on(e.empresaId, e.ambiente, e.enviadoAt).where(sql`${e.enviadoAt} IS NOT NULL`),
    index('envio_sin_seguir').on(e.empresaId, e.ambiente).where(sql`${e.seguido} = 0`),
  ],
)

/**
 * Its frozen bytes but for the documents in it, whose bytes are frozen already: what stands before and after them,
 * and their ids in order. In a table of its own, as all large values: SQLite writes a row anew as a whole when any
 * of it changes, and states change often.
 */
export const envioMarco = sqliteTable('envio_marco', {
  envioId: text('envio_id')
    .primaryKey()
    .references(() => envio.id),
  marcoCifrado: blob('marco_cifrado', { mode: 'buffer' }).notNull(),
})

/** The SII does not take a company's envelopes: temporary faults since the last one that got through. */
export const siiIncidente = sqliteTable(
  'sii_incidente',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    fallas: integer('fallas').notNull(),
    desde: integer('desde').notNull(),
  },
  (s) => [primaryKey({ columns: [s.empresaId, s.ambiente] })],
)
