// A set of tests as rows (simulator §23.1): what the SII drew, from which it prints the text and against which it reviews.

export const CLASES = [
  'basico',
  'exenta',
  'guia',
  'compra',
  'liquidacion',
  'exportacion_1',
  'exportacion_2',
  'libro_ventas',
  'libro_compras',
  'libro_compras_exentos',
  'libro_guias',
  'boleta',
] as const
export type Clase = (typeof CLASES)[number]

/** The name of each set in its heading; the file of boletas has none. */
export const NOMBRES: Readonly<Record<Clase, string>> = {
  basico: 'BASICO',
  exenta: 'FACTURA EXENTA',
  guia: 'GUIA DE DESPACHO',
  compra: 'BASICO CASO GENERAL DE EMISOR DE FACTURA DE COMPRA',
  liquidacion: 'BASICO LIQUIDACIONES',
  exportacion_1: 'BASICO DOCUMENTOS DE EXPORTACION (1)',
  exportacion_2: 'BASICO DOCUMENTOS DE EXPORTACION (2)',
  libro_ventas: 'LIBRO DE VENTAS',
  libro_compras: 'LIBRO DE COMPRAS',
  libro_compras_exentos: 'LIBRO DE COMPRAS PARA EXENTOS',
  libro_guias: 'LIBRO DE GUIAS',
  boleta: 'BOLETA ELECTRONICA',
}

/** A line of a case. Amounts are whole: pesos, or units of the currency of an export. */
export interface Linea {
  nombre: string
  cantidad?: number
  unidad?: string
  precio?: number
  /** The amount itself, where the text gives no price. */
  monto?: number
  /** Per cent of the line. */
  descuento?: number
  recargo?: number
  exento?: true
  /** TpoDocLiq of a settlement. */
  liquida?: number
}

/** 1 annuls, 2 corrects a text, 3 changes amounts. */
type CodigoReferencia = 1 | 2 | 3

export interface Referencia {
  /** The case of this set. */
  caso: number
  codigo: CodigoReferencia
  razon: string
}

/** A word of the text, and the customs' code of it. */
export interface Palabra {
  texto: string
  codigo: number
}

/** The customs data of an export. Amounts in hundredths of its currency. */
export interface Aduana {
  /** Papers referred to: their words in the text. */
  papeles: readonly string[]
  moneda: string
  formaPago: Palabra
  modalidad: Palabra | null
  clausula: Palabra | null
  totalClausula: number | null
  via: Palabra | null
  embarque: Palabra | null
  desembarque: Palabra | null
  /** Units of tare, gross and net weight. */
  unidades: readonly [Palabra, Palabra, Palabra] | null
  bulto: Palabra | null
  totalBultos: number | null
  flete: number | null
  seguro: number | null
  /** Per cent of the total of the clause, as a surcharge of the whole. */
  comisionExterior: number | null
  pais: Palabra | null
  nacionalidad: Palabra | null
}

export interface Caso {
  tipo: number
  lineas: readonly Linea[]
  referencia?: Referencia
  /** Per cent of the affected lines. */
  descuentoGlobal?: number
  /** Commissions of a settlement, whose amounts are net. */
  comisiones?: readonly { nombre: string; neto: number; exento: number }[]
  traslado?: { motivo: string; por: string | null; indTraslado: number; tipoDespacho: number | null }
  aduana?: Aduana
  /** IndServicio. */
  servicio?: number
  observacion?: string
}

/** How a purchase stands in its book (simulator §23.1). */
export type Destino = 'giro' | 'uso_comun' | 'gratuita' | 'retenida' | 'exentos'

export interface Compra {
  tipo: number
  folio: number
  observacion: string
  exento: number
  afecto: number
  destino: Destino
}

/** The rows of one set: cases, or purchases, or none for a book of what the company issued. */
export interface Filas {
  casos: readonly Caso[]
  compras: readonly Compra[]
  /** The share of the common use, in hundredths. */
  factor: number | null
}
