// Measures and inks of the letter page, in points.
import type { Color } from '../lienzo'

export const HOJA = { ancho: 612, alto: 792 }
export const IZQUIERDA = 40
export const DERECHA = 572
export const ANCHO = DERECHA - IZQUIERDA
export const ARRIBA = 38
/** Rows end here; below is the line with the page number. */
export const LIMITE = 752
export const PIE = 770

/** Narrow bar of the timbre: 1/120 inch, 0.21 mm, a whole number of dots at 600 and 1200 dpi (§6.2 asks for 0.17). */
export const MODULO = 0.6
/** Clear space around the timbre, 0.25 inch (§6.2). */
export const ZONA_QUIETA = 18
/** At least 2 cm from the left edge of the paper (§6.2). */
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
