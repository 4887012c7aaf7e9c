// The filters of the operations in the address: `?vista=historial&de=rcv&pagina=2`.

import { type Base, TODAS } from '../shell/bases'

export interface Vista {
  vista: 'ahora' | 'historial'
  /** The base that the history belongs to. */
  base: Base
  pagina: number
}

/** `/v1/dte/acuse` → `acuse`. */
export const shortOf = (base: Base): string => base.slice(base.lastIndexOf('/') + 1)

/** An unreadable part counts as absent. `allowed`: the bases that the person may read, one at least. */
export function parseVista(params: URLSearchParams, [first, ...rest]: readonly [Base, ...Base[]]): Vista {
  const pagina = Number(params.get('pagina'))
  return {
    vista: params.get('vista') === 'historial' ? 'historial' : 'ahora',
    base: [first, ...rest].find((one) => shortOf(one) === params.get('de')) ?? first,
    pagina: Number.isInteger(pagina) && pagina > 0 ? pagina : 1,
  }
}

export function hrefOf({ vista, base, pagina }: Vista): string {
  if (vista === 'ahora') return '/operaciones'
  const params = new URLSearchParams({ vista })
  if (base !== TODAS[0]) params.set('de', shortOf(base))
  if (pagina > 1) params.set('pagina', String(pagina))
  return `/operaciones?${params}`
}
