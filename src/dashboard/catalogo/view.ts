// The filters of the catalogue, in its address.

import { filtersOf, flagFilter, oneOf, textFilter } from '../shell/filters'

export const ORDENES = [
  ['nombre', 'Nombre'],
  ['codigo', 'Código'],
  ['-usado', 'Lo último que se usó'],
] as const

export const SPELLING = filtersOf('/catalogo', {
  q: textFilter,
  orden: oneOf(ORDENES),
  eliminados: flagFilter,
})
