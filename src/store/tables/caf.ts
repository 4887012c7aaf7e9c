// Folio ranges and the folios given back to them; the reservation itself is prepared SQL in areas/folios.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { OrigenCaf } from '../../domain/folios/existencias'

/**
 * A folio range granted by the SII. `siguiente` passes `hasta` when it is spent; `venceEl` is the last Chile date on which
 * it may sign; `xmlCifrado` is the whole file, private key included; up to `heredadoHasta` a former row of the
 * company took them; `porConciliar` above 0: nothing is taken before the SII was asked.
 */
export const caf = sqliteTable('caf', {
  id: text('id').primaryKey(),
  empresaId: text('empresa_id').notNull(),
  rutEmisor: text('rut_emisor').notNull(),
  ambiente: text('ambiente').notNull().$type<Ambiente>(),
  tipoDte: integer('tipo_dte').notNull(),
  desde: integer('desde').notNull(),
  hasta: integer('hasta').notNull(),
  siguiente: integer('siguiente').notNull(),
  fechaAutorizacion: text('fecha_autorizacion').notNull(),
  venceEl: text('vence_el'),
  origen: text('origen').notNull().$type<OrigenCaf>(),
  xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
  createdAt: text('created_at').notNull(),
  heredadoHasta: integer('heredado_hasta'),
  porConciliar: integer('por_conciliar').notNull().default(0),
})

/** A folio given back by a discarded document that the SII never saw; it is taken again before a new one. */
export const folioLibre = sqliteTable(
  'folio_libre',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    cafId: text('caf_id').notNull(),
  },
  (f) => [primaryKey({ columns: [f.empresaId, f.ambiente, f.tipoDte, f.folio] })],
)
