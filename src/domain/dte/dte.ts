// The document as a plain JSON value: blocks in the schema's order, keys as `nombres.ts` gives them. A field that has no
// name of ours stands under its SII tag and is written as it came.

import type { Georeferencia, Madera, Transporte } from './carga'
import type { Decimal, LineaDetalle, Subtotal } from './linea'
import type { TipoDte } from './tipos'

export type {
  Aduana,
  ChoferParcial,
  Declarable,
  Georeferencia,
  Madera,
  Transporte,
} from './carga'
export type { Decimal, LineaDetalle, Subtotal } from './linea'

export interface IdDoc {
  tipoDte: TipoDte
  folio: number
  /** Chile date. */
  fechaEmision: string
  sinDerechoRebaja?: 1
  indServicio?: number
  tipoDespacho?: 1 | 2 | 3
  indTraslado?: number
  /** 1: line amounts carry IVA (`MntBruto`). */
  mntBruto?: 1
  /** 2: the lines of a boleta are net (`IndMntNeto`). */
  indMntNeto?: 2
  /** The kind of purchase for the buyer: 1…7 (`TpoTranCompra`). */
  tipoTransaccionCompra?: number
  /** The kind of sale for the seller: 1 of the business, 2 fixed asset, 3 real estate. */
  tipoTransaccionVenta?: number
  formaPago?: 1 | 2 | 3
  /** Customs' code of how an export is paid; 21 is never paid. */
  formaPagoExp?: number
  fechaCancelacion?: string
  pagos?: { fecha: string; monto: Decimal; glosa?: string }[]
  periodoDesde?: string
  periodoHasta?: string
  /** Letters of the format; 1…5 in a boleta. */
  medioPago?: string | number
  cuentaPagoTipo?: string
  cuentaPagoNumero?: string
  cuentaPagoBanco?: string
  terminoPagoCodigo?: string
  terminoPagoGlosa?: string
  terminoPagoDias?: number
  fechaVencimiento?: string
  tipoFactEsp?: 1
}

export interface Emisor {
  rut: string
  razonSocial: string
  giro: string
  telefono?: string[]
  email?: string
  acteco?: number[]
  codigoSucursalSii?: number
  direccion?: string
  comuna?: string
  ciudad?: string
  vendedor?: string
  /** The kind of carrier of goods for export, and its permit (guide with `indTraslado` 8 or 9). */
  guiaExportacion?: { codigo: number; folioAutorizacion?: number; fechaAutorizacion?: string }
}

export interface Receptor {
  rut: string
  razonSocial?: string
  giro?: string
  direccion?: string
  comuna?: string
  ciudad?: string
  email?: string
  contacto?: string
  telefono?: string
  codigoInterno?: string
  extranjero?: { numId?: string; nacionalidad?: string; tipoDocId?: 1 | 2 }
}

/**
 * The totals of an export in pesos (domain/dte §6.11); of a national document, in a currency of the SII's list, 4 decimals
 * (domain/dte §2.4).
 */
export interface OtraMoneda {
  moneda: string
  /** Pesos for one unit of the foreign currency. */
  tipoCambio: Decimal
  montoNeto?: Decimal
  montoExento?: Decimal
  baseFaena?: Decimal
  margenComercial?: Decimal
  montoIva?: Decimal
  impuestos?: { codigo: string; tasa?: Decimal; monto: Decimal }[]
  ivaNoRetenido?: Decimal
  montoTotal: Decimal
}

/** A charge of the agent in a liquidación, or another one; subtracted from the total (domain/dte §6.12). */
export interface Comision {
  linea: number
  tipo: 'C' | 'O'
  glosa: string
  tasa?: Decimal
  valorNeto: Decimal
  valorExento: Decimal
  iva?: Decimal
}

export interface DscRcgGlobal {
  linea: number
  tipo: 'D' | 'R'
  glosa?: string
  tipoValor: '%' | '$'
  valor: Decimal
  /** 1 acts on the exempt sum, 2 on the non-billable one, absent on the affected one (domain/dte §6.4). */
  afectaExento?: 1 | 2
}

export interface Referencia {
  linea: number
  tipoDocumento?: string
  global?: 1
  folio?: string
  rutOtro?: string
  fecha?: string
  /** 1 voids, 2 corrects text, 3 corrects amounts; free text in a boleta. */
  codigo?: number | string
  razon?: string
  /** The seller and the till: boletas alone. */
  CodVndor?: string
  CodCaja?: string
}

/** `Totales` of the document, pesos; an export's in its `moneda`. Absent keys do not apply to it. */
export interface Totales {
  /** The SII's word for the currency of an export. */
  moneda?: string
  montoNeto?: Decimal
  montoExento?: Decimal
  baseFaena?: Decimal
  margenComercial?: Decimal
  tasaIva?: Decimal
  montoIva?: Decimal
  /** The IVA of the issuer's own sale and of a third party's; both together are `montoIva`. */
  ivaPropio?: Decimal
  ivaTerceros?: Decimal
  impuestos?: { codigo: string; tasa?: Decimal; monto: Decimal }[]
  ivaNoRetenido?: Decimal
  creditoEmpresaConstructora?: Decimal
  garantiaEnvases?: Decimal
  comisiones?: { valorNeto: Decimal; valorExento: Decimal; iva: Decimal }
  montoTotal: Decimal
  montoNoFacturable?: Decimal
  /** `MontoPeriodo`; `TotalPeriodo` in a boleta. */
  montoPeriodo?: Decimal
  saldoAnterior?: Decimal
  valorPagar?: Decimal
}

/** A document complete but for its stamp and signature. */
export interface Dte {
  idDoc: IdDoc
  emisor: Emisor
  /** The principal of the whole sale, who owes its IVA. */
  rutMandante?: string
  receptor: Receptor
  /** The RUT of the person who asked for the document. */
  rutSolicita?: string
  transporte?: Transporte
  totales: Totales
  otraMoneda?: OtraMoneda
  detalle: LineaDetalle[]
  subtotales?: Subtotal[]
  dscRcgGlobal: DscRcgGlobal[]
  referencias: Referencia[]
  georeferencia?: Georeferencia
  madera?: Madera
  comisiones?: Comision[]
  /** Any other block the schema has, under its key. */
  [bloque: string]: unknown
}

/** The printed data that never stands in the XML (http §1). */
export interface Impresion {
  datos?: { etiqueta: string; valor: string }[]
  notas?: string[]
  leyenda?: string
  observaciones?: string
}
