// The proposal from a stranger's file, and its doubts (extraccion §1). Proposals only: a person decides.

import type { CampoDudoso as Dudoso, PropuestaCompra } from '../domain/compra-internacional'

/** A file as it came. `tipo` is the media type that was said of it, which is never believed. */
export interface Archivo {
  bytes: Uint8Array
  nombre: string
  tipo: string | null
}

/** The fields of a proposal by their published names, as `campos_dudosos` tells them. */
export const CAMPOS = [
  'proveedor.nombre',
  'proveedor.pais',
  'proveedor.tax_id',
  'proveedor.direccion',
  'numero',
  'fecha',
  'moneda',
  'monto',
  'impuesto_extranjero',
  'descripcion',
] as const

export type Campo = (typeof CAMPOS)[number]

/**
 * The proposed purchase. Each value stands verbatim in the file, or is among the doubtful fields; null is
 * what was not found. `pais` ISO 3166-1 alpha-2, `fecha` YYYY-MM-DD, `moneda` ISO 4217, amounts as decimal
 * text with a point (`1250.00`), never negative.
 */
export type Propuesta = PropuestaCompra

/** Its fields by their published names. */
export const camposOf = ({ proveedor, ...p }: Propuesta): [Campo, string | null][] => [
  ['proveedor.nombre', proveedor.nombre],
  ['proveedor.pais', proveedor.pais],
  ['proveedor.tax_id', proveedor.taxId],
  ['proveedor.direccion', proveedor.direccion],
  ['numero', p.numero],
  ['fecha', p.fecha],
  ['moneda', p.moneda],
  ['monto', p.monto],
  ['impuesto_extranjero', p.impuestoExtranjero],
  ['descripcion', p.descripcion],
]

/** `motivo` is Spanish, for a person; `alternativas` are other values, in the form of the field. */
export interface CampoDudoso extends Dudoso {
  campo: Campo
}

/** Which reader made the proposal: rules over a PDF's text, a UBL or CII invoice; none could. */
export type Metodo = 'reglas' | 'ubl' | 'cii' | 'sin_extraer'

export interface Extraccion {
  metodo: Metodo
  /** Pages of a PDF; null of what has none. */
  paginas: number | null
  propuesta: Propuesta
  camposDudosos: CampoDudoso[]
  /**
   * The rules' text, lines and columns as printed; null without text. For the model that is asked with text.
   */
  texto: string | null
  /** Why nothing was read, Spanish; null when something was. */
  motivo: string | null
}

/** One movement of a card statement. Amounts are decimal text, negative where money came back. */
export interface FilaEstado {
  fecha: string
  comercio: string
  /** ISO 3166-1 alpha-2; null when the statement has none or a word that nobody knows. */
  pais: string | null
  moneda: string
  monto: string
  /** The same movement in the statement's dollars; null when it has no such column. */
  montoUsd: string | null
  /** Pesos, an integer, when the statement tells them; null otherwise. */
  montoClp: number | null
  /** Why its amount is doubtful, Spanish: a column was not understood, it can be read in two ways, or the file writes charges with a minus. */
  duda?: string
  /** Why its day is, Spanish: it can be read in two ways. */
  dudaFecha?: string
}

export interface EstadoCuenta {
  /** The layout that it was read by, `desconocido` when none fits: then there are no rows. */
  formato: string
  /** The last four digits; no more of a card's number leaves the reader. */
  tarjeta: string | null
  paginas: number | null
  filas: FilaEstado[]
  /** Lines that look like a movement and could not be read: their number in the file, and why (Spanish). */
  ilegibles: { linea: number; motivo: string }[]
  /** Why there are no rows, Spanish; null when there are. */
  motivo: string | null
}

/** Pages of a scan as PNG, in their order, and the numbers of those that are no picture or did not fit. */
export interface PaginasEscaneadas {
  imagenes: Uint8Array[]
  omitidas: number[]
  /** Why the file was given up before it was whole, Spanish. */
  motivo?: string
}

/** Reads strangers' files on a thread of its own. Both throw PAYLOAD_TOO_LARGE or VALIDATION_ERROR for what is not even begun. */
export interface Extractor {
  /** PDF, UBL, CII, EML; images are `sin_extraer`. Rejects with the signal's reason when it is aborted. */
  extraer(archivo: Archivo, options?: { signal?: AbortSignal }): Promise<Extraccion>
  /** The pictures of a scanned PDF's pages, or of a message's scan; the file as it came where it is a picture itself, none of what has none. */
  imagenesDe(archivo: Archivo, options?: { signal?: AbortSignal }): Promise<PaginasEscaneadas>
  /** PDF or CSV. */
  extraerEstado(archivo: Archivo, options?: { signal?: AbortSignal }): Promise<EstadoCuenta>
}

export const PROPUESTA_VACIA: Propuesta = {
  proveedor: { nombre: null, pais: null, taxId: null, direccion: null },
  numero: null,
  fecha: null,
  moneda: null,
  monto: null,
  impuestoExtranjero: null,
  descripcion: null,
}

/**
 * The model's answer about a file, checked by the same rules: values not verbatim in the text are doubtful,
 * and a picture's all are. `ok: false`: with why (Spanish); `contestada` tells whether it answered, if
 * nonsense, `rehusada` whether it said no.
 */
export type RespuestaIa =
  | { ok: true; propuesta: Propuesta; camposDudosos: CampoDudoso[] }
  | { ok: false; contestada: boolean; rehusada: boolean; motivo: string }

/** The model that the operator named. It is given the file's words or picture and the wanted shape, nothing else. */
export interface Ia {
  preguntar(
    pedido: { texto: string } | { imagenes: readonly Uint8Array[] },
    options?: { signal?: AbortSignal },
  ): Promise<RespuestaIa>
}
