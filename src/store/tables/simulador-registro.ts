// The simulated SII's register of purchases and sales (src/simulator/registro). Times are milliseconds of its own clock.

import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { simDocumento } from './simulador'

/**
 * A document that the SII took, once for each side that has it. State and month of a row follow from its times and from the instant
 * that is looked at. `datos` is JSON; `inmediato` 1: nobody has to accept it.
 */
export const simRegistro = sqliteTable(
  'sim_registro',
  {
    id: integer('id').primaryKey(),
    documentoId: integer('documento_id')
      .notNull()
      .references(() => simDocumento.id),
    dueno: text('dueno').notNull(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    operacion: text('operacion', { enum: ['COMPRA', 'VENTA'] }).notNull(),
    rut: text('rut').notNull(),
    contraparte: text('contraparte').notNull(),
    razonSocial: text('razon_social').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    fechaEmision: text('fecha_emision').notNull(),
    recibidoAt: integer('recibido_at').notNull(),
    visibleAt: integer('visible_at').notNull(),
    inmediato: integer('inmediato').notNull().$type<0 | 1>(),
    pagado: integer('pagado').notNull().$type<0 | 1>(),
    acuseAt: integer('acuse_at'),
    reclamoAt: integer('reclamo_at'),
    tipoTransaccion: integer('tipo_transaccion').notNull(),
    tipoAntes: integer('tipo_antes').notNull(),
    tipoAt: integer('tipo_at'),
    montoExento: integer('monto_exento').notNull(),
    montoNeto: integer('monto_neto').notNull(),
    montoIva: integer('monto_iva').notNull(),
    montoTotal: integer('monto_total').notNull(),
    datos: text('datos').notNull(),
  },
  (r) => [
    unique().on(r.documentoId, r.operacion),
    index('sim_registro_emision').on(r.rut, r.lado, r.dueno, r.operacion, r.fechaEmision),
    index('sim_registro_recepcion').on(r.rut, r.lado, r.dueno, r.operacion, r.recibidoAt),
  ],
)

/** Files that the register was asked to make because an answer would have been too long. */
export const simTrabajoRcv = sqliteTable(
  'sim_trabajo_rcv',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dueno: text('dueno').notNull(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    operacion: text('operacion', { enum: ['COMPRA', 'VENTA'] }).notNull(),
    estado: text('estado', { enum: ['REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO'] }).notNull(),
    periodo: integer('periodo').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    creadoAt: integer('creado_at').notNull(),
  },
  (t) => [index('sim_trabajo_rcv_de').on(t.rut, t.lado, t.dueno, t.periodo)],
)

/** Settings of the simulator that people change. */
export const simAjuste = sqliteTable('sim_ajuste', {
  nombre: text('nombre').primaryKey(),
  valor: text('valor').notNull(),
})
