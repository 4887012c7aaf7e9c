// The inks of a letter page that a template may choose (pdf §1.2: the box is red or black).
import { type Impreso, plantillaDe } from '../impreso'
import type { Color } from '../lienzo'
import { FONDO, ROJO, TINTA } from './medidas'

export interface Tema {
  /** The box and the SII's office. */
  recuadro: Color
  /** The issuer's name, headings and the rule above the total. */
  acento: Color
  /** Behind headings and totals. */
  fondo: Color
}

const NEGRO: Color = 0
const TINTE = 0.1

/** The inks of a document. */
export function temaDe(impreso: Impreso): Tema {
  const { recuadro, acento } = plantillaDe(impreso).colores
  const rgb = typeof acento === 'object' ? acento : null
  return {
    recuadro: recuadro === 'negro' ? NEGRO : ROJO,
    acento: acento ?? TINTA,
    fondo: rgb ? [1 - (1 - rgb[0]) * TINTE, 1 - (1 - rgb[1]) * TINTE, 1 - (1 - rgb[2]) * TINTE] : FONDO,
  }
}
