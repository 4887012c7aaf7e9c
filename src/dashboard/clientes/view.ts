// The filters of the customer book, in its address.

import { filtersOf, flagFilter, oneOf, textFilter } from '../shell/filters'

export const ORDENES = [
  ['razon_social', 'Nombre'],
  ['-total_facturado', 'Lo facturado'],
  ['-ultimo_dte', 'El último documento'],
] as const

export const SPELLING = filtersOf('/clientes', {
  q: textFilter,
  orden: oneOf(ORDENES),
  eliminados: flagFilter,
})
