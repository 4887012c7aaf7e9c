// A row of the tables of the monthly return: what a column of the register feeds, in some classes of documents (domain/rcv §6).

import type { CodigoAdvertencia } from '../advertencias'
import type { CampoDatos } from './columnas'
import type { Clase } from './f29-clases'
import type { Fuente } from './f29-fuentes'
import type { ClaveLinea } from './f29-lineas'
import type { Derivado, DocumentoF29 } from './f29-valores'

/** A column with an amount, or what several come to. */
export type ColumnaF29 = keyof DocumentoF29 | CampoDatos | Derivado

export interface Destino {
  columna: ColumnaF29
  /** Null: every class that no other row of the column names. */
  clases: readonly Clase[] | null
  /** `casa` is the line of the document's own class; null where it feeds none. */
  linea: ClaveLinea | 'casa' | null
  como: 'iva' | 'neto'
  signo: 1 | -1
  /** The warning that its reader gets with the amount. */
  aviso?: { code: CodigoAdvertencia; mensaje: string }
  /** Why it feeds nothing. */
  nota?: string
  fuente: Fuente
}

export type Clases = readonly Clase[] | null

/** The exempt amount of a document whose line is of what bears VAT, whether it bears any or not. */
export const EXENTO: NonNullable<Destino['aviso']> = {
  code: 'F29_NOT_PLACED',
  mensaje:
    'monto exento de documentos que van en líneas de lo afecto: ninguna fuente dice si va con lo exento (142 en ventas, 562 en compras)',
}

/** The column feeds a line. */
export const va = (
  columna: ColumnaF29,
  clases: Clases,
  linea: ClaveLinea | 'casa',
  como: 'iva' | 'neto',
  signo: 1 | -1,
  fuente: Fuente,
  aviso?: Destino['aviso'],
): Destino => ({ columna, clases, linea, como, signo, fuente, ...(aviso && { aviso }) })
/** It must not be declared, or another column tells it. */
export const noVa = (columna: ColumnaF29, clases: Clases, nota: string, fuente: Fuente): Destino => ({
  columna,
  clases,
  linea: null,
  como: 'iva',
  signo: 1,
  nota,
  fuente,
})
/** No line is known to take it: its amount is told. */
export const sinLugar = (
  columna: ColumnaF29,
  clases: Clases,
  mensaje: string,
  fuente: Fuente = 'duda',
  code: CodigoAdvertencia = 'F29_NOT_PLACED',
): Destino => ({ columna, clases, linea: null, como: 'iva', signo: 1, aviso: { code, mensaje }, fuente })
