// The form as typed: every field is text until `body.ts` reads it, so a draft also keeps what is unreadable.

import { filaDe, type TipoDte } from '../../domain/dte/tipos'
import type { Producto } from '../api/routes.gen'
import type { Block } from './block'
import { blocksOf } from './types'

const COLUMNS = ['nombre', 'cantidad', 'unidad', 'precio', 'descuento'] as const
/** A liquidación lists documents and what they come to. */
const LIQUIDACION = ['nombre', 'tipo_doc_liq', 'monto'] as const
export type Column = (typeof COLUMNS | typeof LIQUIDACION)[number]

/** Fields of a line that the table shows as columns, left to right. */
export const columnsOf = (tipo: number): readonly Column[] =>
  filaDe(tipo)?.raiz === 'Liquidacion' ? LIQUIDACION : COLUMNS

/** Fields of a line that the table never shows. */
const FOLDED = ['descripcion', 'codigo', 'exento', 'impuesto', 'recargo', 'moneda'] as const
export type LineField = Column | (typeof FOLDED)[number]

/** An item of the catalogue that a line names: what the line does not say the server takes from it. */
export type LineProduct = Pick<Producto, 'id' | 'codigo' | 'nombre' | 'unidad' | 'precio' | 'moneda'>

/**
 * `descuento` and `recargo`: `10%` or an amount. `exento`: the SII's IndExe, empty for none. `impuesto`: codes, comma between.
 * `moneda`: of the price; empty is pesos.
 */
export interface Line extends Record<LineField, string> {
  id: string
  producto?: LineProduct | undefined
  /** Line data of a repeated document that no field shows. */
  resto?: Readonly<Record<string, unknown>>
}

export const RECEIVER_FIELDS = [
  ...(['rut', 'razon_social', 'giro', 'direccion', 'comuna'] as const),
  ...(['ciudad', 'email', 'contacto', 'codigo_interno'] as const),
] as const
export type ReceiverField = (typeof RECEIVER_FIELDS)[number]

export interface Receiver extends Record<ReceiverField, string> {
  resto?: Readonly<Record<string, unknown>>
}

export const REFERENCE_FIELDS = ['tipo_documento', 'folio', 'fecha', 'codigo', 'razon'] as const
export type ReferenceField = (typeof REFERENCE_FIELDS)[number]
export interface Reference extends Record<ReferenceField, string> {
  id: string
  resto?: Readonly<Record<string, unknown>>
}

/** The effect of a note on its document: voids it, corrects a text, corrects amounts (codes 1, 2, 3). */
export type Answer = 'anular' | 'texto' | 'montos'

/** The document that a note acts on. */
export interface Note {
  tipo: TipoDte
  folio: number
  /** The document's date, `YYYY-MM-DD`. */
  fecha: string
  /** Issued elsewhere: nothing of it is known here, but what the SII's register says. */
  ajena: boolean
  registro?: { total: number; otrosImpuestos: boolean }
  respuesta: Answer | ''
  motivo: string
  /** The text that a correction replaces. */
  dice: string
  debeDecir: string
}

/** The rejected document in whose place this one is issued; `forzar`: even beside another. */
export interface Reemplaza {
  tipo: TipoDte
  folio: number
  forzar: boolean
}

/** A draft that the company shares, and the version that the form began from. */
export interface SharedDraft {
  id: string
  version: number
}

/** A series whose request a form is (of-serie.ts). `relativas`: what of it no field can show. */
export interface OfSerie {
  id: string
  nombre: string
  /** The rule's date whose own request this is; null for that of all. */
  fecha: string | null
  relativas: Readonly<Record<string, unknown>>
}

export interface Form {
  tipo: TipoDte
  reemplaza?: Reemplaza | undefined
  /** The shared draft that this is: issued, it becomes the document. */
  borrador?: SharedDraft | undefined
  /** The series whose request this is: it is saved into it, and issues nothing. */
  serie?: OfSerie | undefined
  receptor: Receiver
  /** The customer that the receiver is, as the book has it. */
  cliente?: Receiver | undefined
  lineas: readonly Line[]
  referencias: readonly Reference[]
  /** The state of each block of the type, by the block's id. */
  bloques: Readonly<Record<string, unknown>>
  /** Prices carry IVA: `precio_incluye_iva`. */
  conIva: boolean
  nota: Note | null
  /** Somebody new, who becomes a customer once it is issued. */
  guardarCliente?: boolean
  /** Keys of a repeated request that no field shows: they go along, and the form says so. */
  resto: Readonly<Record<string, unknown>>
}

/** Names a row of the form, never a position. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36).padStart(2, '0')).join('')

const blank = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, ''])) as Record<K, string>

export const emptyLine = (id = newId()): Line => ({
  id,
  ...blank(COLUMNS),
  ...blank(FOLDED),
  ...blank(LIQUIDACION),
})

export const emptyReference = (id = newId()): Reference => ({ id, ...blank(REFERENCE_FIELDS) })

export const emptyReceiver = (): Receiver => blank(RECEIVER_FIELDS)

/** `bruto`: whether the type's prices carry IVA unless said otherwise. */
export const emptyForm = (tipo: TipoDte, bruto: boolean): Form => ({
  tipo,
  receptor: emptyReceiver(),
  lineas: [emptyLine()],
  referencias: [],
  bloques: Object.fromEntries(blocksOf(tipo).map((block: Block) => [block.id, block.initial])),
  conIva: bruto,
  nota: null,
  resto: {},
})

/** Nothing was typed into it. */
export const isEmptyLine = ({ id: _, resto, producto, ...fields }: Line): boolean =>
  !resto && !producto && Object.values(fields).every((text) => text.trim() === '')

/** The item that a line names still: another code is another item's, or nobody's. */
export const productOf = ({ producto, codigo }: Line): LineProduct | undefined =>
  producto && codigo.trim() === producto.codigo ? producto : undefined
