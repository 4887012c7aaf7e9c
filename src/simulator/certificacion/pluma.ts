// How the text of a set is written: what stands between two cells, and behind a line (simulator §23.1).

import { createDado } from '../vecinos/dado'
import { type Dado, one } from './suerte'

export const DIALECTOS = ['actual', 'antiguo'] as const
export type Dialecto = (typeof DIALECTOS)[number]

/** How a text is written: what stands between two cells, and at the end of a line. */
export interface Pluma {
  dado: Dado
  dialecto: Dialecto
  sep(): string
  /** White space after a line, as there often is. */
  cola(): string
}

const SEPARADORES: Readonly<Record<Dialecto, readonly string[]>> = {
  actual: ['\t', '\t\t', '\t\t\t', '\t ', '\t   ', '\t\t     '],
  antiguo: ['  ', '    ', '\t', '     ', '\t\t'],
}

export function createPluma(semilla: string, dialecto: Dialecto): Pluma {
  const dado = createDado(`${semilla} ${dialecto}`)
  return {
    ...{ dado, dialecto },
    sep: () => one(dado, SEPARADORES[dialecto]),
    cola: () => one(dado, ['', '', '', '\t', '\t\t', ' ']),
  }
}
