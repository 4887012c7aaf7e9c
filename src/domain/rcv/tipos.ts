// The document types that a register knows (domain/rcv §4): whether they take away, and how the register has them.

import { filaConPapel, GUIA } from '../dte/tipos'

/** How the register has a type: each document with its data, by its XML or typed in by hand, or one sum a month. */
export const DETALLES = {
  electronico: 'cada documento, por su XML',
  papel: 'cada documento, anotado a mano',
  resumen: 'sólo el total del mes',
} as const
export type Detalle = keyof typeof DETALLES

interface TipoRcv {
  codigo: number
  detalle: Detalle
  /** Notes: of credit, which take away, and of debit, which add. */
  nota?: 'credito' | 'debito'
  /** What a note of credit of the type acts on when nothing but the parties is known. */
  sobre?: readonly number[]
}

const TIPOS_RCV: readonly TipoRcv[] = [
  ...[33, 34, 43, 46, 110].map((codigo) => ({ codigo, detalle: 'electronico' as const })),
  { codigo: 56, detalle: 'electronico', nota: 'debito' },
  { codigo: 61, detalle: 'electronico', nota: 'credito', sobre: [33, 34, 43, 46, 56] },
  { codigo: 111, detalle: 'electronico', nota: 'debito' },
  { codigo: 112, detalle: 'electronico', nota: 'credito', sobre: [110, 111] },
  ...[29, 30, 32, 40, 45, 101, 102, 103, 108, 109].map((codigo) => ({ codigo, detalle: 'papel' as const })),
  { codigo: 55, detalle: 'papel', nota: 'debito' },
  { codigo: 60, detalle: 'papel', nota: 'credito', sobre: [29, 30, 32, 40, 45, 55] },
  { codigo: 104, detalle: 'papel', nota: 'debito' },
  { codigo: 106, detalle: 'papel', nota: 'credito', sobre: [101, 104] },
  ...[35, 38, 39, 41, 47, 48, 105, 919, 920, 922, 924].map((codigo) => ({
    codigo,
    detalle: 'resumen' as const,
  })),
]

const PORTIPO = new Map(TIPOS_RCV.map((tipo) => [tipo.codigo, tipo]))

/** Of what came in on paper, or by other ways of old; how the register has them is not known. */
const OTROS = [901, 902, 903, 904, 905, 906, 907, 909, 910, 911, 914]

/** Whether the register had the type when this was written. */
export const isKnown = (tipoDte: number): boolean => PORTIPO.has(tipoDte) || OTROS.includes(tipoDte)

/** Guides are in no register, and boletas in it as one sum a month: no file has a line for one. */
export const NO_LISTADOS: readonly number[] = [GUIA, 35, 38, 39, 41, 48]
export const isListed = (tipoDte: number): boolean => !NO_LISTADOS.includes(tipoDte)

/** Liquidaciones, electronic and on paper: what a mandante owes may be more than what was sold for him. */
const LIQUIDACIONES: ReadonlySet<number> = new Set([40, 43, 103])
export const admitsNegative = (tipoDte: number): boolean => LIQUIDACIONES.has(tipoDte)

/** Issued by who buys. */
export const isFacturaCompra = (tipo: number): boolean => filaConPapel(tipo)?.delComprador ?? false

/** Whether a note is over a factura de compra, as its register has it. */
export const isSobreFacturaCompra = ({
  notaSobreFacturaCompra: said,
}: {
  notaSobreFacturaCompra?: unknown
}) => !['', '0'].includes(String(said ?? ''))

/** How the register has a type; one that it did not know when this was written has each of its documents. */
export const detalleOf = (tipoDte: number): Detalle => PORTIPO.get(tipoDte)?.detalle ?? 'papel'

export const isNotaCredito = (tipoDte: number): boolean => PORTIPO.get(tipoDte)?.nota === 'credito'

export const isNota = (tipoDte: number): boolean => PORTIPO.get(tipoDte)?.nota !== undefined

/** -1 for what takes away: amounts stand above zero in files and here. */
export const signoOf = (tipoDte: number): 1 | -1 => (isNotaCredito(tipoDte) ? -1 : 1)

/** What a note of credit of the type may act on when only the parties are known. */
export const sobreOf = (tipoDte: number): readonly number[] => PORTIPO.get(tipoDte)?.sobre ?? []

/** Types of notes of credit. */
export const NOTAS_CREDITO: readonly number[] = TIPOS_RCV.filter(({ nota }) => nota === 'credito').map(
  ({ codigo }) => codigo,
)

/** Words of the page for the kind of purchase, by its number. */
const TIPOS_COMPRA = [
  'Del Giro',
  'Supermercados',
  'Bienes Raíces',
  'Activo Fijo',
  'IVA Uso Común',
  'IVA no Recuperable',
  'No Corresp. Incluir',
]
const TIPOS_VENTA = ['Del Giro', 'Activo Fijo', 'Bienes Raíces']

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const numberIn = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map(words.map((text, i) => [fold(text), i + 1]))
const NUMEROS = { compra: numberIn(TIPOS_COMPRA), venta: numberIn(TIPOS_VENTA) }

/** The number of a kind of purchase or sale, null for words that the page did not have when this was written. */
export const tipoTransaccionOf = (lado: 'compra' | 'venta', glosa: string | null): number | null =>
  glosa === null ? null : (NUMEROS[lado].get(fold(glosa)) ?? null)
