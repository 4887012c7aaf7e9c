// The filters of the list of received documents, in its address: `?q=…&firma=…`.

import type { QueryOf } from '../api/client'
import { filtersOf, matching, oneOf, textFilter } from '../shell/filters'

export const REGISTRO = [
  ['', 'Todos'],
  ['false', 'No están en el registro'],
  ['PENDIENTE', 'Pendientes'],
  ['REGISTRO', 'Registrados'],
  ['RECLAMADO', 'Reclamados'],
  ['NO_INCLUIR', 'No incluir'],
] as const

export const FIRMAS = [
  ['', 'Cualquiera'],
  ['valida', 'Válida'],
  ['invalida', 'Inválida'],
  ['ausente', 'Sin firma'],
  ['certificado_vencido', 'Certificado vencido'],
] as const

export const SPELLING = filtersOf('/recibidos', {
  q: textFilter,
  registro: oneOf(REGISTRO),
  firma: oneOf(FIRMAS),
  periodo: matching(/^20\d{2}(0[1-9]|1[0-2])$/),
  tipo: matching(/^\d{2,3}$/),
})
export type Filters = typeof SPELLING.none

/** As the API names them. */
export function queryOf(filters: Filters): Omit<QueryOf<'GET /v1/recibidos'>, 'formato'> {
  const { registro, tipo, ...rest } = SPELLING.queryOf(filters)
  return {
    ...rest,
    ...(registro === 'false' ? { en_rcv: 'false' } : registro && { estado: registro }),
    ...(tipo && { tipo_dte: tipo }),
  }
}
