// The data about guides (type 52) beside their documents.

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { documento } from './documento'

/**
 * The data about a guide (type 52) beside its document. A guide that was voided names itself in
 * `documento.anulado_por`.
 */
export const guia = sqliteTable('guia', {
  documentoId: text('documento_id')
    .primaryKey()
    .references(() => documento.id),
  indTraslado: integer('ind_traslado').notNull(),
  anuladaAt: text('anulada_at'),
  motivoAnulacion: text('motivo_anulacion'),
})

/**
 * Which invoice covers which guide. A row stands while `liberada_at` is null; `liberada_por` is the note that
 * voided the invoice, null when the invoice itself came to nothing.
 */
export const guiaFactura = sqliteTable(
  'guia_factura',
  {
    id: integer('id').primaryKey(),
    guiaId: text('guia_id')
      .notNull()
      .references(() => guia.documentoId),
    facturaId: text('factura_id')
      .notNull()
      .references(() => documento.id),
    createdAt: text('created_at').notNull(),
    liberadaAt: text('liberada_at'),
    liberadaPor: text('liberada_por').references(() => documento.id),
    /** 1: an invoice over an invoiced guide, asked for with `forzar_guia`; it covers the guide beside the first. */
    forzada: integer('forzada').notNull().$type<0 | 1>().default(0),
  },
  (g) => [
    index('guia_factura_factura').on(g.facturaId),
    uniqueIndex('guia_factura_unica').on(g.guiaId).where(sql`${g.liberadaAt} IS NULL AND ${g.forzada} = 0`),
  ],
)
