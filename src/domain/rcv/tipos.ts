// The document types that a register knows (domain/rcv §4): whether they take away, and how the register has them.

import { filaConPapel, GUIA } from '../dte/tipos'
import { foldText } from '../texto'
import type { Datos } from './columnas'

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
  /** The types that a note of credit acts on when nothing but the parties is known. */
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

/** Types that came in on paper, or by other ways of old; how the register has them is not known. */
const OTROS = [901, 902, 903, 904, 905, 906, 907, 909, 910, 911, 914]

/** Whether the register had the type when this was written. */
export const isKnown = (tipoDte: number): boolean => PORTIPO.has(tipoDte) || OTROS.includes(tipoDte)

/** Guides are in no register, and boletas in it as one sum a month: no file has a line for one. */
export const NO_LISTADOS: readonly number[] = [GUIA, 35, 38, 39, 41, 48]
export const isListed = (tipoDte: number): boolean => !NO_LISTADOS.includes(tipoDte)

/** Liquidaciones, electronic and on paper: what a mandante owes may be more than what was sold for him. */
const LIQUIDACIONES: ReadonlySet<number> = new Set([40, 43, 103])
export const admitsNegative = (tipoDte: number): boolean => LIQUIDACIONES.has(tipoDte)

/** The documents that a row of the register names: `-` joins several folios. */
export function referenciaOf({
  referenciaTipo,
  referenciaFolio,
}: {
  referenciaTipo?: unknown
  referenciaFolio?: unknown
}): { tipo_documento: string; folios: string[] } | null {
  const folios = String(referenciaFolio ?? '')
    .split('-')
    .map((folio) => folio.trim())
    .filter((folio) => folio !== '' && folio !== '0')
  if (!folios.length || referenciaTipo === undefined || referenciaTipo === '0') return null
  return { tipo_documento: String(referenciaTipo), folios }
}

/** Whether a note is over a liquidación, as its register has it. */
export const isSobreLiquidacion = ({ referenciaTipo }: { referenciaTipo?: unknown }): boolean =>
  LIQUIDACIONES.has(Number(referenciaTipo ?? 0))

/** Whether VAT is the rate's of the net: a liquidación has two, an import its own base, an exempt document none. */
const DE_LA_TASA: ReadonlySet<number> = new Set([30, 33, 45, 46, 55, 56, 60, 61])
export const isDeLaTasa = (tipoDte: number): boolean => DE_LA_TASA.has(tipoDte)

/** Issued by who buys. */
export const isFacturaCompra = (tipo: number): boolean => filaConPapel(tipo)?.delComprador ?? false

/** Whether a note is over a factura de compra, as its register has it. */
export const isSobreFacturaCompra = ({
  notaSobreFacturaCompra: said,
}: {
  notaSobreFacturaCompra?: unknown
}) => !['', '0'].includes(String(said ?? ''))

/** Whether a document is a factura de compra or a note over one; of any other the column of such notes says nothing. */
export const isDeFacturaCompra = ({ tipoDte, datos }: { tipoDte: number; datos: Datos }): boolean =>
  isFacturaCompra(tipoDte) || (isNota(tipoDte) && isSobreFacturaCompra(datos))

/** How the register has a type; one that it did not know when this was written has each of its documents. */
export const detalleOf = (tipoDte: number): Detalle => PORTIPO.get(tipoDte)?.detalle ?? 'papel'

export const isNotaCredito = (tipoDte: number): boolean => PORTIPO.get(tipoDte)?.nota === 'credito'

export const isNota = (tipoDte: number): boolean => PORTIPO.get(tipoDte)?.nota !== undefined

/** -1 for what takes away: amounts stand above zero in files and here. */
export const signoOf = (tipoDte: number): 1 | -1 => (isNotaCredito(tipoDte) ? -1 : 1)

/** The types that a note of credit may act on when only the parties are known. */
export const sobreOf = (tipoDte: number): readonly number[] => PORTIPO.get(tipoDte)?.sobre ?? []

/** Types of notes of credit. */
export const NOTAS_CREDITO: readonly number[] = TIPOS_RCV.filter(({ nota }) => nota === 'credito').map(
  ({ codigo }) => codigo,
)

export const NOTAS_DEBITO: readonly number[] = TIPOS_RCV.filter(({ nota }) => nota === 'debito').map(
  ({ codigo }) => codigo,
)

/**
 * Kinds of purchase and of sale by their number, each by the words of the page, of the *Formato DTE* and of its lists, and as people
 * write them. Accents, capitals, plurals and the small words between do not count.
 */
const TIPOS_TRANSACCION: Readonly<Record<'compra' | 'venta', readonly (readonly string[])[]>> = {
  compra: [
    ['Giro'],
    ['Supermercados'],
    ['Bienes Raíces', 'Bienes inmuebles', 'Inmuebles'],
    ['Activo Fijo', 'Bienes activo fijo'],
    ['IVA Uso Común'],
    ['IVA no Recuperable', 'Sin derecho a crédito', 'Sin derecho a crédito fiscal'],
    ['No Corresp. Incluir', 'No corresponde incluir', 'No incluir'],
  ],
  venta: [
    ['Giro'],
    ['Activo Fijo', 'Bienes activo fijo'],
    ['Bienes Raíces', 'Bienes inmuebles', 'Inmuebles'],
    // The schema alone has it: a note of credit over a voucher of a cash register.
    ['NCE por vale de máquina registradora', 'Vale de máquina registradora'],
  ],
}

/** Words that make no kind another. */
const MENORES =
  /^(?:de|del|la|las|el|los|a|en|o|u|y|con|iva|compras?|ventas?|adquisicion(?:es)?|similar(?:es)?|comercios?)$/

/** The words of a kind that count, each in the singular. */
const nucleo = (text: string): string =>
  (foldText(text).match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !MENORES.test(word))
    .map((word) => word.replace(/^raices$/, 'raiz').replace(/(?<=n)es$|(?<=[aeou])s$/, ''))
    .join(' ')

const numberIn = (kinds: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map(kinds.flatMap((words, i) => [String(i + 1), ...words.map(nucleo)].map((word) => [word, i + 1])))
const NUMEROS = { compra: numberIn(TIPOS_TRANSACCION.compra), venta: numberIn(TIPOS_TRANSACCION.venta) }

/** The number of a kind of purchase or sale; null for words that no list of the SII has, and for none. */
export function tipoTransaccionOf(lado: 'compra' | 'venta', glosa: string | null): number | null {
  const words = nucleo(glosa ?? '')
  const [, number, name] = /^0?(\d)(?: 0)?(?: (.+))?$/.exec(words) ?? []
  if (number === undefined) return NUMEROS[lado].get(words) ?? null
  const found = NUMEROS[lado].get(number) ?? null
  // A number and its name must say the same.
  return name === undefined || NUMEROS[lado].get(name) === found ? found : null
}
