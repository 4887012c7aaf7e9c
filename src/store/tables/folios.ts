// Folio ranges, and the folios that no new document takes in turn.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AMBIENTES, type Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

/** A folio range granted by the SII. `siguiente` passes `hasta` when it is spent. */
export const caf = sqliteTable(
  'caf',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    rutEmisor: text('rut_emisor').notNull(),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    desde: integer('desde').notNull(),
    hasta: integer('hasta').notNull(),
    siguiente: integer('siguiente').notNull(),
    fechaAutorizacion: text('fecha_autorizacion').notNull(),
    /** The last Chile date on which it may sign; null when it does not expire. */
    venceEl: text('vence_el'),
    origen: text('origen', { enum: ['carga', 'solicitud'] }).notNull(),
    /** The whole file, private key included. */
    xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
    /** The last folio taken by a former row of the company; null for a range that never moved. */
    heredadoHasta: integer('heredado_hasta'),
    /**
     * The threshold in force, the same in all ranges of a type; null once it was told, until there are more folios
     * again.
     */
    avisoBajo: integer('aviso_bajo'),
    /** How often it was found to be of an old copy since the SII was last asked: above 0 nothing is taken from it. */
    porConciliar: integer('por_conciliar').notNull().default(0),
  },
  (c) => [
    uniqueIndex('caf_rango').on(c.rutEmisor, c.ambiente, c.tipoDte, c.desde),
    index('caf_disponible')
      .on(c.empresaId, c.ambiente, c.tipoDte, c.fechaAutorizacion, c.desde)
      .where(sql`${c.siguiente} <= ${c.hasta}`),
    index('caf_por_conciliar').on(c.empresaId, c.ambiente, c.tipoDte).where(sql`${c.porConciliar} > 0`),
  ],
)

/** A folio given back by a discarded document that the SII never saw; taken again before a new one. */
export const folioLibre = sqliteTable(
  'folio_libre',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    cafId: text('caf_id')
      .notNull()
      .references(() => caf.id),
  },
  (f) => [primaryKey({ columns: [f.empresaId, f.ambiente, f.tipoDte, f.folio] })],
)

/**
 * When a company is to be told that it has few folios of a type, and whether more are asked for then (http
 * §18). A null `umbral` is the company's, else a tenth of the type's newest range; a null `cantidad` is as many as
 * the SII gives.
 */
export const folioAlerta = sqliteTable(
  'folio_alerta',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    umbral: integer('umbral'),
    reposicionAutomatica: integer('reposicion_automatica', { mode: 'boolean' }).notNull().default(false),
    cantidad: integer('cantidad'),
    /** As many as the forecast of the type suggests. */
    pronostico: integer('pronostico', { mode: 'boolean' }).notNull().default(false),
    /** When the SII refused folios of the type, until a person acts: what asks by itself waits a day then. */
    rehusadoEn: text('rehusado_en'),
  },
  (f) => [primaryKey({ columns: [f.empresaId, f.ambiente, f.tipoDte] })],
)

/**
 * Folios that no document here will ever bear. `emitido_fuera`: the SII has a document of that folio which is not
 * here; `anulado`: annulled there; `por_anular`: passed over.
 */
export const folioApartado = sqliteTable(
  'folio_apartado',
  {
    cafId: text('caf_id')
      .notNull()
      .references(() => caf.id),
    desde: integer('desde').notNull(),
    hasta: integer('hasta').notNull(),
    estado: text('estado', { enum: ['emitido_fuera', 'anulado', 'por_anular'] }).notNull(),
    motivo: text('motivo').notNull(),
    createdAt: text('created_at').notNull(),
    /** When it was known here that they are annulled at the SII; null of all others. */
    anuladoEn: text('anulado_en'),
    /**
     * The source of the state: the SII may know otherwise than a person, and annul the folio or take it
     * back.
     */
    dichoPor: text('dicho_por', { enum: ['sii', 'persona'] })
      .notNull()
      .default('sii'),
  },
  (f) => [primaryKey({ columns: [f.cafId, f.desde] })],
)
