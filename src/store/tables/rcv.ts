// The register of purchases and sales that the SII keeps, as it was last read (domain/rcv §1).

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { TIPOS } from '../../domain/dte/tipos'
import type { Datos } from '../../domain/rcv/columnas'
import { empresa } from './empresa'

/** The source of a document or a slice: a file of the SII's page, or a session there. */
export type OrigenRcv = 'csv' | 'sii'

const dueno = {
  empresaId: text('empresa_id')
    .notNull()
    .references(() => empresa.id),
  ambiente: text('ambiente').notNull().$type<Ambiente>(),
}

const tramo = {
  periodo: text('periodo').notNull(),
  lado: text('lado', { enum: ['compra', 'venta'] }).notNull(),
  estadoContable: text('estado_contable', {
    enum: ['NO_INCLUIR', 'PENDIENTE', 'RECLAMADO', 'REGISTRO'],
  }).notNull(),
}

/**
 * A document of the register. What stands in its file besides is in `datos`, and `crudo` has its lines where they were written
 * otherwise than the SII's page does. `vinculado`: what links take of its total, kept by triggers.
 */
export const rcvDocumento = sqliteTable(
  'rcv_documento',
  {
    id: text('id').primaryKey(),
    ...dueno,
    ...tramo,
    rut: text('rut').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    tipoTransaccion: text('tipo_transaccion'),
    razonSocial: text('razon_social'),
    fechaEmision: text('fecha_emision').notNull(),
    fechaRecepcion: text('fecha_recepcion'),
    fechaAcuse: text('fecha_acuse'),
    fechaReclamo: text('fecha_reclamo'),
    montoExento: integer('monto_exento'),
    montoNeto: integer('monto_neto'),
    montoIva: integer('monto_iva'),
    ivaNoRecuperable: integer('iva_no_recuperable'),
    ivaUsoComun: integer('iva_uso_comun'),
    montoTotal: integer('monto_total').notNull(),
    datos: text('datos', { mode: 'json' }).notNull().$type<Datos>(),
    crudo: text('crudo'),
    /** Where it stands in its file. */
    orden: integer('orden').notNull(),
    origen: text('origen', { enum: ['csv', 'sii'] }).notNull(),
    busqueda: text('busqueda').notNull(),
    vinculado: integer('vinculado').notNull().default(0),
    /** When it was last written; a slice that was read whole since has seen it again. */
    vistoEn: text('visto_en').notNull(),
    /** Since when its slice does not have it any more. */
    ausenteDesde: text('ausente_desde'),
    /** Its number in its file, where that is not its place there. */
    nro: integer('nro'),
  },
  (d) => [
    uniqueIndex('rcv_documento_unico').on(d.empresaId, d.ambiente, d.lado, d.rut, d.tipoDte, d.folio),
    index('rcv_documento_nota')
      .on(d.empresaId, d.ambiente, d.lado, d.rut, sql`CAST(${d.datos} ->> 'referenciaFolio' AS INTEGER)`)
      .where(sql`${d.tipoDte} IN (55, 56, 60, 61, 104, 106, 111, 112)`),
    index('rcv_documento_nota_varios')
      .on(d.empresaId, d.ambiente, d.lado, d.rut)
      .where(
        sql`${d.tipoDte} IN (55, 56, 60, 61, 104, 106, 111, 112) AND ${d.datos} ->> 'referenciaFolio' GLOB '*-*'`,
      ),
    index('rcv_documento_folio').on(d.empresaId, d.ambiente, d.lado, d.tipoDte, d.folio),
    index('rcv_documento_fecha').on(d.empresaId, d.ambiente, d.periodo, d.fechaEmision, d.id),
    index('rcv_documento_pendiente')
      .on(d.empresaId, d.ambiente, d.fechaRecepcion, d.id)
      .where(sql`${d.lado} = 'compra' AND ${d.estadoContable} = 'PENDIENTE' AND ${d.ausenteDesde} IS NULL`),
    index('rcv_documento_tramo').on(
      d.empresaId,
      d.ambiente,
      d.periodo,
      d.lado,
      d.estadoContable,
      d.orden,
      d.id,
    ),
  ],
)

const codigos = (rows: typeof TIPOS): string => `(${rows.map(({ codigo }) => codigo)})`
const DEL_COMPRADOR = codigos(TIPOS.filter(({ delComprador }) => delComprador))
const DEL_COMPRADOR_O_NOTA = codigos(TIPOS.filter(({ delComprador, nota }) => delComprador || nota))

/** SQL of: the document `e` was issued here and is the row `r` of the register (domain/rcv §1). */
export const isEmitido = (r: string, e: string): string =>
  `${e}.empresa_id = ${r}.empresa_id AND ${e}.ambiente = ${r}.ambiente AND ${e}.tipo_dte = ${r}.tipo_dte
    AND ${e}.folio = ${r}.folio AND ${e}.folio_estado <> 'libre' AND CASE ${r}.lado
      WHEN 'venta' THEN ${r}.tipo_dte NOT IN ${DEL_COMPRADOR} AND coalesce(${r}.datos ->> 'notaSobreFacturaCompra', '') IN ('', '0')
      ELSE ${r}.tipo_dte IN ${DEL_COMPRADOR_O_NOTA} AND ${e}.rut_receptor = ${r}.rut END`

/** SQL of: the received document `x` is the row `r` of the register: a purchase, or a factura de compra that the buyer issued and its notes. */
export const isRecibido = (r: string, x: string): string =>
  `${x}.empresa_id = ${r}.empresa_id AND ${x}.ambiente = ${r}.ambiente AND ${x}.rut_emisor = ${r}.rut
    AND ${x}.tipo_dte = ${r}.tipo_dte AND ${x}.folio = ${r}.folio AND (${r}.lado = 'compra'
      OR ${r}.tipo_dte IN ${DEL_COMPRADOR} OR coalesce(${r}.datos ->> 'notaSobreFacturaCompra', '') NOT IN ('', '0'))`

/**
 * A slice that was read. `completoEn`: when it was last read whole; `cargando` from the first document of a reading to its
 * last, so that one which died midway shows.
 */
export const rcvTramo = sqliteTable(
  'rcv_tramo',
  {
    ...dueno,
    ...tramo,
    origen: text('origen', { enum: ['csv', 'sii'] }).notNull(),
    vistoEn: text('visto_en').notNull(),
    completoEn: text('completo_en'),
    cargando: integer('cargando').notNull().$type<0 | 1>().default(0),
    /** The summary that it had at the SII when it was last read whole there. */
    huella: text('huella'),
    actualizadoSii: text('actualizado_sii'),
    /** Why the last reading of it took nothing over. */
    incompleto: text('incompleto'),
  },
  (t) => [primaryKey({ columns: [t.empresaId, t.ambiente, t.periodo, t.lado, t.estadoContable] })],
)

/** The sums of the documents of a slice that are not absent, by type. */
export const rcvResumen = sqliteTable(
  'rcv_resumen',
  {
    ...dueno,
    ...tramo,
    tipoDte: integer('tipo_dte').notNull(),
    documentos: integer('documentos').notNull(),
    montoExento: integer('monto_exento').notNull(),
    montoNeto: integer('monto_neto').notNull(),
    montoIva: integer('monto_iva').notNull(),
    ivaNoRecuperable: integer('iva_no_recuperable').notNull(),
    ivaUsoComun: integer('iva_uso_comun').notNull(),
    montoTotal: integer('monto_total').notNull(),
  },
  (r) => [primaryKey({ columns: [r.empresaId, r.ambiente, r.periodo, r.lado, r.estadoContable, r.tipoDte] })],
)

/** A field that differed between two readings, by its name in the API. */
export interface CampoCambiado {
  campo: string
  antes: string | number | null
  despues: string | number | null
}

/** The differences between two readings. */
export const rcvCambio = sqliteTable(
  'rcv_cambio',
  {
    id: integer('id').primaryKey(),
    ...dueno,
    periodo: text('periodo').notNull(),
    documentoId: text('documento_id')
      .notNull()
      .references(() => rcvDocumento.id),
    vistoEn: text('visto_en').notNull(),
    cambio: text('cambio', { enum: ['nuevo', 'modificado', 'ausente', 'reaparecido'] }).notNull(),
    campos: text('campos', { mode: 'json' }).$type<CampoCambiado[]>(),
  },
  (c) => [index('rcv_cambio_periodo').on(c.empresaId, c.ambiente, c.periodo, c.vistoEn, c.id)],
)

/** Which invoice a note of credit acts on, and for how much. A link is made anew, never changed. */
export const rcvVinculacion = sqliteTable(
  'rcv_vinculacion',
  {
    id: text('id').primaryKey(),
    ...dueno,
    lado: text('lado', { enum: ['compra', 'venta'] }).notNull(),
    ncId: text('nc_id')
      .notNull()
      .references(() => rcvDocumento.id),
    facturaId: text('factura_id')
      .notNull()
      .references(() => rcvDocumento.id),
    monto: integer('monto').notNull(),
    origen: text('origen', { enum: ['xml', 'automatica', 'manual'] }).notNull(),
    /** Hundredths. */
    confianza: integer('confianza').notNull(),
    razones: text('razones', { mode: 'json' }).notNull().$type<string[]>(),
    creadaEn: text('creada_en').notNull(),
  },
  (v) => [unique().on(v.ncId, v.facturaId), index('rcv_vinculacion_factura').on(v.facturaId)],
)

/** A link that a person took away: it is not made again by itself. */
export const rcvDesvinculada = sqliteTable(
  'rcv_desvinculada',
  {
    ncId: text('nc_id')
      .notNull()
      .references(() => rcvDocumento.id),
    facturaId: text('factura_id')
      .notNull()
      .references(() => rcvDocumento.id),
    creadaEn: text('creada_en').notNull(),
  },
  (d) => [primaryKey({ columns: [d.ncId, d.facturaId] })],
)
