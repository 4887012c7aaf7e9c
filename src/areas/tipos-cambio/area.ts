// Values by day: what a unit of a currency, a UF or a UTM is worth in pesos (areas/tipos-cambio §1).

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import type { Store } from '../../store/store'
import { type AccesoBanco, createBanco } from './bcentral'
import type { TiposCambioDeps } from './deps'
import { createTiposCambio } from './tipos-cambio'
import { tiposCambioRoute } from './tipos-cambio.route'

interface Deps extends Pick<TiposCambioDeps, 'credential' | 'idempotency' | 'audit'> {
  store: Store
  clock: Clock
  log: Log
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Access to the central bank's service; without it nobody asks. */
  tiposCambio?: AccesoBanco | null | undefined
}

export function bindTiposCambio({ tiposCambio = null, ...deps }: Deps) {
  const tipos = createTiposCambio(deps)
  const banco = createBanco({ ...deps, acceso: tiposCambio, tipos })
  return {
    tipos,
    banco,
    crons: [{ name: 'tipos_cambio', pattern: '23 7,19 * * *', run: banco.ask }],
    routes: () => tiposCambioRoute({ ...deps, tipos, banco }),
  }
}
