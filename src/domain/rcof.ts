// The daily report of used folios of boletas: what it counts.

import { TIPOS } from './dte/tipos'

const boletas = TIPOS.filter(({ raiz }) => raiz === 'Boleta')

/** Boletas and what voids them, in the order of the file. */
export const TIPOS_RCOF: readonly number[] = [
  ...new Set([
    ...boletas.map(({ codigo }) => codigo),
    ...boletas.flatMap(({ anuladoPor }) => anuladoPor ?? []),
  ]),
]
