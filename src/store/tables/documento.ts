// Documents, the jobs that send them and the envelopes they travel in, as lists and searches read them. The hot path
// (accepting, signing, sending) uses prepared statements of its own.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'

/** A document from the moment its folio is taken. */
export const documento = sqliteTable('documento', {
  id: text('id').primaryKey(),
  empresaId: text('empresa_id').notNull(),
  ambiente: text('ambiente').notNull().$type<Ambiente>(),
  tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
  folio: integer('folio').notNull(),
  jobId: text('job_id').notNull(),
  envioId: text('envio_id'),
  fechaEmision: text('fecha_emision').notNull(),
  rutReceptor: text('rut_receptor').notNull(),
  razonSocialReceptor: text('razon_social_receptor'),
  montoNeto: integer('monto_neto').notNull(),
  montoExento: integer('monto_exento').notNull(),
  montoIva: integer('monto_iva').notNull(),
  montoTotal: integer('monto_total').notNull(),
  saldo: integer('saldo').notNull(),
  anuladoPor: text('anulado_por'),
  referenciaExterna: text('referencia_externa'),
  busqueda: text('busqueda').notNull(),
  folioEstado: text('folio_estado').notNull(),
  estadoSii: text('estado_sii').notNull(),
  codigoSii: text('codigo_sii'),
  glosaSii: text('glosa_sii'),
  createdAt: text('created_at').notNull(),
})

/** The job of a document; `src/jobs` owns the table. */
export const job = sqliteTable('job', { id: text('id').primaryKey(), estado: text('estado').notNull() })

/** The envelope of a document. */
export const envio = sqliteTable('envio', { id: text('id').primaryKey(), trackId: text('track_id') })
