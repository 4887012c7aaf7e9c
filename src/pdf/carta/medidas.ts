// Measures and inks of the letter page, in points.
import type { Color } from '../lienzo'

export const HOJA = { ancho: 612, alto: 792 }
export const IZQUIERDA = 40
export const DERECHA = 572
export const ANCHO = DERECHA - IZQUIERDA
export const ARRIBA = 38
/** Rows end here; below is the line with the page number. */
export const LIMITE = 750
/** Its second line ends 5 mm above the edge, the free border of the manual (pdf §5.1). */
export const PIE = 765

/** Narrow bar of the timbre: 1/120 inch, 0.21 mm, a whole number of dots at 600 and 1200 dpi (pdf §2.1 asks for 0.17). */
export const MODULO = 0.6
/** At least 2 cm from the left edge of the paper (pdf §2.1). */
export const TIMBRE_X = 60
/** The widest timbre, 16 columns, ends at 265. */
export const ACUSE_X = 292

/** The block of totals, at the right edge. */
export const TOTALES = { ancho: 216, aire: 8 }

export const ROJO: Color = [0.78, 0.07, 0.11]
export const TINTA: Color = 0.1
export const GRIS: Color = 0.42
export const RAYA: Color = 0.72
export const RAYA_TENUE: Color = 0.86
export const FONDO: Color = 0.95

/** The air of a page. A copy that would need two pages is set tighter where that makes it one (pdf §5.1: one page a document). */
export interface Aire {
  /** Between the parts of the page. */
  separacion: number
  /** Above and below a row of a table. */
  fila: number
  /** From one field of the receptor to the next. */
  campo: number
  /** Above and below the receptor and the dates. */
  receptor: number
  /** Between the lines that the receipt leaves for writing. */
  acuse: number
  /** The height of a row of the totals. */
  total: number
  /** The height of the row of the total itself. */
  destacada: number
  /** Below a block that only some documents have, and below a part of the notes. */
  bloque: number
  /** Taken from the leading of each line of text. */
  interlinea: number
}

export const HOLGADO: Aire = {
  separacion: 10,
  fila: 4,
  campo: 14,
  receptor: 18,
  acuse: 21,
  total: 13.5,
  destacada: 23,
  bloque: 10,
  interlinea: 0,
}
const JUSTO: Aire = { ...HOLGADO, separacion: 8, fila: 2.5, campo: 12.5, receptor: 15, acuse: 19, total: 13 }
const APRETADO: Aire = { ...JUSTO, separacion: 4, fila: 1, campo: 11, receptor: 11, acuse: 15.5, total: 11.8 }
/** Makes room for the receipt on a page that the original fills. Letters keep their sizes, and a hand its 5 mm to write in. */
const MINIMO: Aire = {
  separacion: 2.5,
  fila: 1,
  campo: 9.8,
  receptor: 10,
  acuse: 14.2,
  total: 10.4,
  destacada: 18,
  bloque: 4,
  interlinea: 1.5,
}
/** The spacings to try in turn, the tightest last. */
export const MENOS_AIRE = [JUSTO, APRETADO, MINIMO]
