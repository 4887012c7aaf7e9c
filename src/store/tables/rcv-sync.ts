// The register read at the SII's portal (domain/rcv §7).

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'
import { job } from './job'

const mes = {
  empresaId: text('empresa_id')
    .notNull()
    .references(() => empresa.id),
  ambiente: text('ambiente').notNull().$type<Ambiente>(),
  periodo: text('periodo').notNull(),
}
const tramo = {
  lado: text('lado', { enum: ['compra', 'venta'] }).notNull(),
  estadoContable: text('estado_contable', {
    enum: ['NO_INCLUIR', 'PENDIENTE', 'RECLAMADO', 'REGISTRO'],
  }).notNull(),
}

/** The SII's own sums of a slice, by type. */
export const rcvTotal = sqliteTable(
  'rcv_total',
  {
    ...mes,
    ...tramo,
    tipoDte: integer('tipo_dte').notNull(),
    detalle: text('detalle', { enum: ['electronico', 'papel', 'resumen'] }).notNull(),
    documentos: integer('documentos').notNull(),
    montoExento: integer('monto_exento').notNull(),
    montoNeto: integer('monto_neto').notNull(),
    montoIva: integer('monto_iva').notNull(),
    ivaNoRecuperable: integer('iva_no_recuperable').notNull(),
    ivaUsoComun: integer('iva_uso_comun').notNull(),
    montoTotal: integer('monto_total').notNull(),
  },
  (t) => [primaryKey({ columns: [t.empresaId, t.ambiente, t.periodo, t.lado, t.estadoContable, t.tipoDte] })],
)

/** The last reading of a month; `terminoEn` null: its job is under way, or failed. */
export const rcvSincronizacion = sqliteTable(
  'rcv_sincronizacion',
  {
    ...mes,
    jobId: text('job_id').notNull(),
    inicio: text('inicio').notNull(),
    terminoEn: text('termino_en'),
  },
  (s) => [primaryKey({ columns: [s.empresaId, s.ambiente, s.periodo] })],
)

/** How far a reading is: types that it wrote, and files that it ordered. */
export const rcvAvance = sqliteTable(
  'rcv_avance',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    ...tramo,
    tipoDte: integer('tipo_dte').notNull(),
    leido: text('leido'),
    caId: integer('ca_id'),
  },
  (a) => [primaryKey({ columns: [a.jobId, a.lado, a.estadoContable, a.tipoDte] })],
)
