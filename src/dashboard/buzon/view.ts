// The messages of the mailbox that are shown, in the address: `?resultado=ignorado&pagina=2`.

import { RESULTADOS_MENSAJE, type ResultadoMensaje } from '../../domain/buzon'
import type { QueryOf } from '../api/client'
import type { Spelling } from '../shell/in-address'

export interface Filters {
  /** Empty, all. */
  resultado: ResultadoMensaje | ''
}

const LIMITE = 50

const isResultado = (text: string): text is ResultadoMensaje => Object.hasOwn(RESULTADOS_MENSAJE, text)

export const SPELLING: Spelling<Filters, number> = {
  path: '/buzon',
  parseFilters(params) {
    const text = params.get('resultado') ?? ''
    return { resultado: isResultado(text) ? text : '' }
  },
  parsePlace(params) {
    const pagina = Number(params.get('pagina'))
    return Number.isSafeInteger(pagina) && pagina > 0 ? pagina : 1
  },
  searchOf({ resultado }, pagina) {
    const params = new URLSearchParams()
    if (resultado) params.set('resultado', resultado)
    if (pagina > 1) params.set('pagina', String(pagina))
    return params.size ? `?${params}` : ''
  },
  start: 1,
}

export const queryOf = (
  { resultado }: Filters,
  pagina: number,
): NonNullable<QueryOf<'GET /v1/recibidos/mensajes'>> => ({
  limite: LIMITE,
  pagina,
  ...(resultado && { resultado }),
})
