// Measures of the strips of paper, in points. One ink: a thermal head has no grey.
import type { PapelRollo } from '../impreso'
import type { TextoPieza } from './tira'

const MM = 72 / 25.4

export interface Rollo {
  /** Of the paper. */
  ancho: number
  /** Dots that the head prints across: the paper less the margins it cannot reach. */
  puntos: number
  /** Margin at each side. */
  margen: number
  cuerpos: Record<TextoPieza['tamano'] | 'recuadro' | 'total', number>
}

const createRollo = (mm: number, puntos: number, cuerpos: Rollo['cuerpos']): Rollo => ({
  ancho: mm * MM,
  puntos,
  margen: ((mm - puntos / 8) / 2) * MM,
  cuerpos,
})

export const ROLLOS: Record<PapelRollo, Rollo> = {
  '80mm': createRollo(80, 576, { menor: 7.2, normal: 8.4, mayor: 12, recuadro: 12, total: 11 }),
  '57mm': createRollo(57, 384, { menor: 6.6, normal: 7.4, mayor: 10, recuadro: 10, total: 9.5 }),
}

/** One dot of a thermal head, 1/8 mm. */
export const PUNTO = MM / 8
export const TINTA = 0
/** Baseline to baseline, in sizes. */
export const INTERLINEA = 1.24
/** Clear space above and below the timbre: 0.25 inch (§6.2). */
export const ZONA_QUIETA = 18
/** No page is higher, lest readers refuse it (ISO 32000-1, annex C: 14,400 units). */
export const ALTO_MAXIMO = 14000
