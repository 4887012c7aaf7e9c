// The words by which a set's text names its sections and documents (domain/certificacion §2.1), folded,
// with the variants that were seen.

import { type TipoDte, tipoDocumento } from '../dte/tipos'
import { matchesPerdida } from './letras'
import type { ClaseSet } from './set'

/** The codes of a case's document, by what remains of its name without the word for electronic. */
const CASOS: Readonly<Record<string, number>> = {
  FACTURA: 33,
  'FACTURA NO AFECTA O EXENTA': 34,
  'FACTURA NO AFECTA': 34,
  'FACTURA EXENTA': 34,
  BOLETA: 39,
  'LIQUIDACION FACTURA': 43,
  'LIQUIDACION DE FACTURA': 43,
  'LIQUIDACION DE FACTURAS': 43,
  'LIQUIDACION FACTURAS': 43,
  LIQUIDACION: 43,
  'FACTURA DE COMPRA': 46,
  'FACTURA COMPRA': 46,
  'GUIA DE DESPACHO': 52,
  'GUIA DESPACHO': 52,
  'NOTA DE DEBITO': 56,
  'NOTA DEBITO': 56,
  'NOTA DE CREDITO': 61,
  'NOTA CREDITO': 61,
  'FACTURA DE EXPORTACION': 110,
  'FACTURA EXPORTACION': 110,
  'NOTA DE DEBITO DE EXPORTACION': 111,
  'NOTA DE DEBITO EXPORTACION': 111,
  'NOTA DE CREDITO DE EXPORTACION': 112,
  'NOTA DE CREDITO EXPORTACION': 112,
}

/** The codes of a purchase: on paper, and electronic. */
const COMPRAS: Readonly<Record<string, readonly [papel: number | null, electronica: number | null]>> = {
  FACTURA: [30, 33],
  'FACTURA EXENTA': [32, 34],
  'FACTURA NO AFECTA O EXENTA': [32, 34],
  'FACTURA NO AFECTA': [32, 34],
  'LIQUIDACION FACTURA': [40, 43],
  LIQUIDACION: [40, 43],
  'FACTURA DE COMPRA': [45, 46],
  'FACTURA COMPRA': [45, 46],
  'NOTA DE DEBITO': [55, 56],
  'NOTA DEBITO': [55, 56],
  'NOTA DE CREDITO': [60, 61],
  'NOTA CREDITO': [60, 61],
  'DECLARACION DE INGRESO': [914, null],
}

const ELECTRONICA = / ?\bELECTR.NICAS?\b/

/** A name without the word for electronic, and whether it had it. */
function splitElectronica(folded: string): { nombre: string; electronica: boolean } {
  const plain = folded.replace(/ ?- ?/g, ' ').replace(/[.:]$/, '')
  const nombre = plain.replace(ELECTRONICA, '').trim()
  return { nombre, electronica: nombre !== plain }
}

const lookUp = <T>(tabla: Readonly<Record<string, T>>, nombre: string): T | undefined =>
  Object.hasOwn(tabla, nombre)
    ? tabla[nombre]
    : Object.entries(tabla).find(([known]) => matchesPerdida(nombre, known))?.[1]

/**
 * The type of a case's document; undefined for a name that is none. Only a guide may leave out that it is
 * electronic.
 */
export function tipoDeCaso(folded: string): number | undefined {
  const { nombre, electronica } = splitElectronica(folded)
  return !electronica && nombre === 'FACTURA' ? undefined : lookUp(CASOS, nombre)
}

/** Whether the words of a reference can be of a document of a type: of a note of its kind, or of none. */
export function isReferenciaA(folded: string, tipo: TipoDte): boolean {
  const words = /\b(?:NOTA (?:DE )?(CREDITO|DEBITO)|FACTURA|GUIA|LIQUIDACION)\b/.exec(folded)
  return !words || (words[1]?.toLowerCase() ?? null) === tipoDocumento(tipo).nota
}

/** The type of a document in the books of purchases, those on paper too. */
export function tipoDeCompra(folded: string): number | undefined {
  const { nombre, electronica } = splitElectronica(folded)
  return lookUp(COMPRAS, nombre)?.[electronica ? 1 : 0] ?? undefined
}

const SECCIONES: readonly (readonly [RegExp, ClaseSet])[] = [
  [/^BASICO$/, 'basico'],
  [/^(?:BASICO )?(?:DE )?FACTURAS? (?:EXENTAS?|NO AFECTAS?(?: O EXENTAS?)?)(?: ELECTRONICAS?)?$/, 'exenta'],
  [/^(?:BASICO )?GUIAS? DE DESPACHO(?: ELECTRONICAS?)?$/, 'guia'],
  [
    /^(?:BASICO )?(?:CASO GENERAL )?(?:DE )?(?:EMISOR(?:ES)? )?(?:DE )?FACTURAS? (?:DE )?COMPRAS?(?: ELECTRONICAS?)?$/,
    'compra',
  ],
  [/^(?:BASICO )?(?:DE )?LIQUIDACION(?:ES)?(?: (?:DE )?FACTURAS?)?(?: ELECTRONICAS?)?$/, 'liquidacion'],
  [
    /^(?:BASICO )?(?:DE )?(?:DOCUMENTOS|FACTURAS?) DE EXPORTACION(?: ELECTRONICAS?)?(?: ?\(1\)| 1)?$/,
    'exportacion_1',
  ],
  [
    /^(?:BASICO )?(?:DE )?(?:DOCUMENTOS|FACTURAS?) DE EXPORTACION(?: ELECTRONICAS?)?(?: ?\(2\)| 2)$/,
    'exportacion_2',
  ],
  [/^LIBRO DE VENTAS?$/, 'libro_ventas'],
  [/^LIBRO DE COMPRAS?$/, 'libro_compras'],
  [/^LIBRO DE COMPRAS? (?:PARA )?(?:LOS |EMPRESAS |CONTRIBUYENTES )?EXENT[OA]S?$/, 'libro_compras_exentos'],
  [/^LIBRO DE GUIAS?(?: DE DESPACHO)?$/, 'libro_guias'],
]

/** The class of a section's name; undefined for a set that Timbre does not know. */
export function claseDeSeccion(folded: string): ClaseSet | undefined {
  const name = folded.replace(/ ?- ?/g, ' ')
  return SECCIONES.find(([pattern]) => pattern.test(name))?.[1]
}

/** The types of document that a section's cases have. */
export const TIPOS_DE_CLASE: Partial<Record<ClaseSet, readonly number[]>> = {
  basico: [33, 34, 56, 61],
  exenta: [34, 56, 61],
  guia: [52],
  compra: [46, 56, 61],
  liquidacion: [43],
  exportacion_1: [110, 111, 112],
  exportacion_2: [110, 111, 112],
  boleta: [39],
}
