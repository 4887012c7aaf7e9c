// Acceptances and claims of documents at the SII (http §27).

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { EventoAcuse } from '../../domain/acuse'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'
import { job } from './job'

const documento = {
  empresaId: text('empresa_id')
    .notNull()
    .references(() => empresa.id),
  ambiente: text('ambiente').notNull().$type<Ambiente>(),
  rutEmisor: text('rut_emisor').notNull(),
  tipoDte: integer('tipo_dte').notNull(),
  folio: integer('folio').notNull(),
}

/**
 * The last words of the SII about a document, issued here or received. `recibidoSii` null: nobody knows when
 * it was received; `plazoEstimado` 1: that instant is not the SII's own. `consultadoEn` null: known from
 * here alone.
 */
export const acuseDocumento = sqliteTable(
  'acuse_documento',
  {
    ...documento,
    eventos: text('eventos', { mode: 'json' }).notNull().$type<EventoAcuse[]>().default(sql`'[]'`),
    recibidoSii: text('recibido_sii'),
    plazoEstimado: integer('plazo_estimado').notNull().$type<0 | 1>().default(1),
    /** The code of the question whether it can be ceded. */
    cedible: text('cedible'),
    consultadoEn: text('consultado_en'),
    /** When the SII last refused to say. */
    rehusadoEn: text('rehusado_en'),
  },
  (a) => [primaryKey({ columns: [a.empresaId, a.ambiente, a.rutEmisor, a.tipoDte, a.folio] })],
)

/**
 * The acts registered from here; `enviando`: it was about to be sent and nobody knows whether it arrived.
 */
export const acuse = sqliteTable(
  'acuse',
  {
    id: text('id').primaryKey(),
    ...documento,
    accion: text('accion', { enum: ['ACD', 'ERM', 'RCD', 'RFP', 'RFT'] }).notNull(),
    estado: text('estado', { enum: ['enviando', 'registrado'] }).notNull(),
    comentario: text('comentario'),
    jobId: text('job_id').notNull(),
    codigoSii: text('codigo_sii'),
    glosa: text('glosa'),
    creadoEn: text('creado_en').notNull(),
    registradoEn: text('registrado_en'),
  },
  (a) => [
    uniqueIndex('acuse_unico').on(a.empresaId, a.ambiente, a.rutEmisor, a.tipoDte, a.folio, a.accion),
    index('acuse_registrado')
      .on(a.empresaId, a.ambiente, a.registradoEn, a.id)
      .where(sql`${a.estado} = 'registrado'`),
  ],
)

/** The documents of a batch, each registered by itself. */
export const acuseTanda = sqliteTable(
  'acuse_tanda',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    orden: integer('orden').notNull(),
    rutEmisor: text('rut_emisor').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    estado: text('estado', { enum: ['pendiente', 'registrado', 'repetido', 'rehusado'] })
      .notNull()
      .default('pendiente'),
    codigoSii: text('codigo_sii'),
    glosa: text('glosa'),
    cobrada: integer('cobrada').notNull().$type<0 | 1>().default(0),
  },
  (l) => [
    primaryKey({ columns: [l.jobId, l.orden] }),
    uniqueIndex('acuse_tanda_documento').on(l.jobId, l.rutEmisor, l.tipoDte, l.folio),
  ],
)
