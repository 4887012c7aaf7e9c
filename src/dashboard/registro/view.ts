// Which part of a month is shown, and its filters, in the address: `?vista=…&q=…`.

import type { QueryOf } from '../api/client'
import { filtersOf, flagFilter, matching, oneOf, textFilter } from '../shell/filters'

export const VISTAS = [
  ['documentos', 'Documentos'],
  ['pendientes', 'Notas sin factura'],
  ['vinculos', 'Notas y facturas'],
  ['cuadratura', 'Cuadratura'],
  ['f29', 'F29'],
  ['cambios', 'Cambios'],
] as const

export const LADOS = [
  ['', 'Compras y ventas'],
  ['compra', 'Compras'],
  ['venta', 'Ventas'],
] as const

export const ESTADOS = [
  ['', 'Cualquiera'],
  ['REGISTRO', 'Registro'],
  ['PENDIENTE', 'Pendiente'],
  ['NO_INCLUIR', 'No incluir'],
  ['RECLAMADO', 'Reclamado'],
] as const

export const VINCULADAS = [
  ['', 'Todos'],
  ['true', 'Con nota o factura'],
  ['false', 'Sin ninguna'],
] as const

export const LIMITE = 50

const CAUSA = /^(ventas|compras)\.[a-z_]+$/

/** The filters of the month's documents. */
const DOCUMENTS = {
  tipo: oneOf(LADOS),
  estado: oneOf(ESTADOS),
  vinculada: oneOf(VINCULADAS),
  ausentes: flagFilter,
  q: textFilter,
}
const documents = filtersOf('', DOCUMENTS)
/** `causa`: the cause of the differences, as `causaOf` names it. */
const own = filtersOf('', { vista: oneOf(VISTAS), ...DOCUMENTS, causa: matching(CAUSA) })
export type Filters = typeof own.none

export const SIN_FILTROS: Omit<Filters, 'vista'> = { ...documents.none, causa: '' }

/** The address of a month keeps what narrows the view that is shown. */
export const spellingOf = (periodo: string): typeof own => ({
  ...own,
  path: `/registro/${periodo}`,
  searchOf({ vista, causa, ...rest }, pagina) {
    const shown = vista === 'documentos' ? rest : documents.none
    return own.searchOf({ vista, ...shown, causa: vista === 'cuadratura' ? causa : '' }, pagina)
  },
})

export const { isFiltered } = documents

export const queryOf = (filters: Filters, pagina: number): QueryOf<'GET /v1/rcv/:periodo'> => ({
  limite: LIMITE,
  pagina,
  ...documents.queryOf(filters),
})
