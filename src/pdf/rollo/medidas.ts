// Measures of the strips of paper, in points (pdf §5.2). One ink: a thermal head has no grey.
import type { PapelRollo } from '../impreso'
import { PUNTOS_MM, PUNTOS_MODULO } from '../timbre'
import type { TextoPieza } from './tira'

const MM = 72 / 25.4

export interface Rollo {
  /** The width of the paper. */
  ancho: number
  /** The free border of the manual, which no head reaches anyway: 5 mm at each side. */
  margen: number
  /** A dot of the printers that this paper is for: what the timbre's modules are made of. */
  punto: number
  /** The timbre's narrow bar, in points. */
  modulo: number
  /** The timbre stands so far from the left edge, where there is room; null centres it. */
  timbreX: number | null
  cuerpos: Record<TextoPieza['tamano'] | 'recuadro' | 'total', number>
}

const createRollo = (
  mm: number,
  punto: number,
  timbreX: number | null,
  cuerpos: Rollo['cuerpos'],
): Rollo => ({ ancho: mm * MM, margen: 5 * MM, punto, modulo: punto * PUNTOS_MODULO, timbreX, cuerpos })

/** Dots of 300 dpi, the coarsest that print a lawful timbre on 80 mm, and of the 203 dpi that boletas may have. */
const [PUNTO_300, PUNTO_203] = [72 / 300, MM / PUNTOS_MM]

export const ROLLOS: Record<PapelRollo, Rollo> = {
  // 240 dots are 20.3 mm: 2 cm and the rounding of a rule.
  '80mm': createRollo(80, PUNTO_300, PUNTO_300 * 240, {
    menor: 7.2,
    normal: 8.4,
    mayor: 12,
    recuadro: 12,
    total: 11,
  }),
  '57mm': createRollo(57, PUNTO_203, null, {
    menor: 6.6,
    normal: 7.4,
    mayor: 10,
    recuadro: 10,
    total: 9.5,
  }),
}

export const TINTA = 0
/** Baseline to baseline, in sizes. */
export const INTERLINEA = 1.24
/** No page is higher, lest readers refuse it (ISO 32000-1, annex C: 14,400 units). */
export const ALTO_MAXIMO = 14000
