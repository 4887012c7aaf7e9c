// A set of tests of the SII as read from its text, and what becomes of each case (domain/certificacion §2).
// Types alone.

/** The classes of a section: sets of documents, the two of exports apart, four books, and the boletas. */
export const CLASES_SET = [
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

export type ClaseSet = (typeof CLASES_SET)[number]

/** A line that cannot be read; lines count from 1. */
export interface FaltaSet {
  linea: number
  /** Stable: `SET_UNSUPPORTED` for a set that Timbre does not know, else the rule that was broken. */
  codigo: string
  mensaje: string
}

/** A question that the text leaves open: a person answers it, nothing is guessed. */
export interface DudaSet {
  /** Stable for the same text; an answer stands under it in `AjustesSet.respuestas`. */
  clave: string
  clase: ClaseSet
  caso: number | null
  linea: number
  mensaje: string
  /** The answer if the person only agrees; null when there is nothing to propose. */
  propuesta: string | null
}

/** A line of a case. Decimals are canonical text with a point; null where the text has no such column. */
export interface ItemCaso {
  /** As in the text, letter by letter. */
  nombre: string
  linea: number
  cantidad: string | null
  unidad: string | null
  precio: string | null
  total: string | null
  descuentoPct: string | null
  recargoPct: string | null
  exento: boolean
}

export interface CasoSet {
  numero: number
  linea: number
  /** The case as it stands in the file, for a person to compare. */
  texto: string
  tipoDte: number
  /** The text's own words for the type. */
  documento: string
  items: ItemCaso[]
  referencia: { caso: number; texto: string } | null
  razon: string | null
  motivo: string | null
  traslado: string | null
  descuentoGlobalPct: string | null
  /** Commissions and charges of a liquidación: `total` is the amount. */
  comisiones: ItemCaso[]
  /** `KEY: value` lines of exports, keys folded (upper case, no accents, single blanks). */
  claves: { clave: string; valor: string; linea: number }[]
  observacion: string | null
}

/** A document of the book of purchases as its set tells it. */
export interface CompraTexto {
  tipoDocumento: number
  folio: string
  observacion: string
  exento: string | null
  afecto: string | null
  linea: number
}

export interface SeccionSet {
  clase: ClaseSet
  /** The heading's own words. */
  nombre: string
  /** Digits; null for boletas, whose set has no number. */
  atencion: string | null
  linea: number
  texto: string
  notas: string[]
  casos: CasoSet[]
  compras: CompraTexto[]
  /** The factor of common use, `0.60`; null where the text tells none. */
  factor: string | null
  observaciones: string[]
}

export interface SetLeido {
  secciones: SeccionSet[]
  notas: string[]
  faltas: FaltaSet[]
  dudas: DudaSet[]
}

/** Fields of a request's block, as the API has them. */
export type Bloque = Readonly<Record<string, unknown>>

/** A person's settlements of a set. A missing one is asked as a doubt when it is needed. */
export interface AjustesSet {
  /** Answers to doubts, by `clave`. */
  respuestas?: Readonly<Record<string, string>>
  /**
   * `receptor` blocks; each case that refers to no other takes the next, and the first again after the
   * last.
   */
  receptores?: readonly Bloque[]
  /** The same for exports, with `extranjero`. */
  receptoresExtranjeros?: readonly Bloque[]
  /** The company as `receptor`, of a guide between its own places. */
  propio?: Bloque
  /** `traslado` of guides: plate, carrier, driver, destination; what the text decides goes over it. */
  traslado?: Bloque
  /** Pesos for one unit of an export's currency, a decimal. */
  tipoCambio?: string
  /** `exportacion.aduana` of exports, under what the text says. */
  aduana?: Bloque
}

/** The request of a case: the API's own body, but that a reference may be `{ caso, codigo, razon }`. */
export interface SolicitudCaso {
  caso: number
  solicitud: Record<string, unknown>
  totales: TotalesEsperados
}

/** Pesos; of an export hundredths of its currency. */
export interface TotalesEsperados {
  neto: number
  exento: number
  iva: number
  retenido: number
  total: number
  /** `CLP`, or the SII's word of an export's currency. */
  moneda: string
}
