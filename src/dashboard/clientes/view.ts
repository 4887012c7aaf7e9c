// The filters of the customer book, in its address.

import type { Spelling } from '../shell/in-address'

export const ORDENES = [
  ['razon_social', 'Nombre'],
  ['-total_facturado', 'Lo facturado'],
  ['-ultimo_dte', 'El último documento'],
] as const
export type Orden = (typeof ORDENES)[number][0]

export interface Filters {
  q: string
  orden: Orden
  eliminados: boolean
}

export interface Place {
  pagina: number
}

const START: Place = { pagina: 1 }

export const SPELLING: Spelling<Filters, Place> = {
  path: '/clientes',
  parseFilters: (params) => ({
    q: (params.get('q') ?? '').slice(0, 100),
    orden: ORDENES.find(([id]) => id === params.get('orden'))?.[0] ?? 'razon_social',
    eliminados: params.get('eliminados') === 'true',
  }),
  parsePlace(params) {
    const pagina = Number(params.get('pagina'))
    return Number.isSafeInteger(pagina) && pagina > 1 ? { pagina } : START
  },
  searchOf({ q, orden, eliminados }, { pagina }) {
    const params = new URLSearchParams()
    if (q) params.set('q', q)
    if (orden !== 'razon_social') params.set('orden', orden)
    if (eliminados) params.set('eliminados', 'true')
    if (pagina > 1) params.set('pagina', String(pagina))
    return params.size ? `?${params}` : ''
  },
  start: START,
}

/** What the API is asked of them. */
export const queryOf = ({ q, orden, eliminados }: Filters) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(orden !== 'razon_social' && { orden }),
  ...(eliminados && { eliminados: 'true' as const }),
})
