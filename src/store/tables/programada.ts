// Emissions that wait for their hour, which have no document yet.

import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import { job } from './job'

/**
 * Emissions that wait for their hour (`programar_para`): no document yet, since the folio is taken at release. What
 * their job shows meanwhile, and the request as it came, encrypted, to be read anew then. The row goes once the
 * document is there.
 */
export const emisionProgramada = sqliteTable(
  'emision_programada',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => job.id),
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
    rutReceptor: text('rut_receptor').notNull(),
    montoTotal: integer('monto_total').notNull(),
    referenciaExterna: text('referencia_externa'),
    solicitudCifrada: blob('solicitud_cifrada', { mode: 'buffer' }).notNull(),
    createdAt: text('created_at').notNull(),
    /** As `documento.busqueda`. */
    busqueda: text('busqueda').notNull().default(''),
  },
  (e) => [
    index('emision_programada_receptor').on(
      e.empresaId,
      e.ambiente,
      e.rutReceptor,
      e.tipoDte,
      e.montoTotal,
      e.createdAt,
    ),
  ],
)
