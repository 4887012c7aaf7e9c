// Sums over documents, which triggers keep in the transaction of the document itself. Nobody else writes them.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { EstadoSii } from '../../domain/dte/estados'
import type { TipoDte } from '../../domain/dte/tipos'

/**
 * How many documents a list has, by type, so that a page need not count them. A freed folio's document is in no list.
 */
export const documentoCuenta = sqliteTable(
  'documento_cuenta',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
    total: integer('total').notNull(),
  },
  (d) => [primaryKey({ columns: [d.empresaId, d.ambiente, d.tipoDte] })],
)

/**
 * The sums of the list of documents by day, type and verdict, so that a summary need not read it. Amounts in
 * pesos, as the document's.
 */
export const documentoDia = sqliteTable(
  'documento_dia',
  {
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    fechaEmision: text('fecha_emision').notNull(),
    tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
    estadoSii: text('estado_sii').notNull().$type<EstadoSii>(),
    documentos: integer('documentos').notNull(),
    montoNeto: integer('monto_neto').notNull(),
    montoExento: integer('monto_exento').notNull(),
    montoIva: integer('monto_iva').notNull(),
    montoTotal: integer('monto_total').notNull(),
    /** How many of these a person has seen to. */
    atendidos: integer('atendidos').notNull().default(0),
  },
  (d) => [primaryKey({ columns: [d.empresaId, d.ambiente, d.fechaEmision, d.tipoDte, d.estadoSii] })],
)
