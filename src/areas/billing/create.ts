// Puts billing together: the gateway that the server is set to, subscriptions, orders, and what every hour brings.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { NombrePlan } from '../../domain/plan/planes'
import type { Cobranza, Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'
import type { Store } from '../../store/store'
import { createCheckouts } from './checkouts'
import { createFlow, type Salida } from './flow'
import { createManual } from './proveedor'
import { createSuscripciones } from './suscripciones'

export type Billing = ReturnType<typeof createBilling>

export function createBilling(deps: {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  planInicial: NombrePlan
  precios: Precios
  cobranza: Cobranza
  publicUrl: string | null
  fetch: Salida
}) {
  const { store, cobranza, fetch } = deps
  const proveedor =
    cobranza.tipo === 'flow' ? createFlow({ ...cobranza, fetch }) : createManual(deps.publicUrl ?? '')
  const planes = createPlanes(store.db)
  const suscripciones = createSuscripciones(deps)
  const checkouts = createCheckouts({ ...deps, proveedor, suscripciones })
  return {
    suscripciones,
    checkouts,
    /** Whether whoever runs the server gave the account its plan: what it pays for then is not its own to confirm. */
    isFijado: (cuentaId: string): boolean => planes.get(cuentaId).fijado,
    /** Lets what is due happen: plan changes, ends of paid periods, expiries, reports that were lost. Any number of times. */
    async run(): Promise<void> {
      const closed = suscripciones.close()
      if (closed) deps.log.info('billing.cierre', { cuentas: closed })
      await checkouts.sweep()
    },
  }
}
