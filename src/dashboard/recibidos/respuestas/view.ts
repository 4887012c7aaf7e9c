// The filters of answers, in the address under the API's names: `?ver=recibidas&clase=resultado`.

import type { QueryOf } from '../../api/client'
import { filtersOf, oneOf } from '../../shell/filters'

export const VER = [
  ['enviadas', 'Las nuestras'],
  ['recibidas', 'Las que llegaron'],
] as const
export const TIPOS = [
  ['', 'Todas'],
  ['recepcion', 'Recepción'],
  ['resultado', 'Resultado'],
  ['recibo', 'Recibo de mercaderías'],
] as const
export const QUE_LLEGAN = [...TIPOS, ['sii', 'Correos del SII']] as const
export const ESTADOS = [
  ['', 'Todos'],
  ['armada', 'No han salido'],
  ['enviada', 'Enviadas'],
  ['fallida', 'Fallidas'],
] as const
export const PROPIAS = [
  ['', 'Todas'],
  ['true', 'Sobre un documento nuestro'],
  ['false', 'Que no calzan con ninguno'],
] as const

const LIMITE = 50

/** The filters of each of the two lists. */
const SENT = { tipo: oneOf(TIPOS), estado: oneOf(ESTADOS) }
const CAME = { clase: oneOf(QUE_LLEGAN), propias: oneOf(PROPIAS) }
const sent = filtersOf('', SENT)
const came = filtersOf('', CAME)
const own = filtersOf('/recibidos/respuestas', { ver: oneOf(VER), ...SENT, ...CAME })
export type Filters = typeof own.none

export const SIN_FILTROS = { ...sent.none, ...came.none }

export const SPELLING: typeof own = {
  ...own,
  /** Those of the other list are dropped. */
  parseFilters(params) {
    const filters = own.parseFilters(params)
    return { ...filters, ...(filters.ver === 'enviadas' ? came.none : sent.none) }
  },
}

export const sentQuery = (filters: Filters, pagina: number): QueryOf<'GET /v1/recibidos/respuestas'> => ({
  limite: LIMITE,
  pagina,
  ...sent.queryOf(filters),
})

export const cameQuery = (
  filters: Filters,
  pagina: number,
): QueryOf<'GET /v1/recibidos/respuestas/recibidas'> => ({ limite: LIMITE, pagina, ...came.queryOf(filters) })

export const isFiltered = (filters: Filters): boolean => sent.isFiltered(filters) || came.isFiltered(filters)
