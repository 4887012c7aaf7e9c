// Billing: the subscription, what it cost, and orders to pay it (http §22.4).

import type { NombrePlan } from '../../domain/plan/planes'
import type { Cobranza } from '../../domain/plan/precios'
import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { billingRoutes } from './billing.route'
import { checkoutRoutes } from './checkout.route'
import { type Billing, createBilling } from './create'
import { flowRoutes } from './flow.route'

interface BillingDeps extends Pick<AreaDeps, 'store' | 'credential' | 'idempotency' | 'audit'> {
  billing: Billing
  cobranza: Cobranza
  planInicial: NombrePlan
}

type Deps = Parameters<typeof createBilling>[0] & Omit<BillingDeps, 'billing'>

export function bindBilling(deps: Deps) {
  const billing = createBilling(deps)
  return {
    billing,
    // Every hour, not at midnight, which Chile's clock skips once a year.
    crons: [{ name: 'billing.cierre', pattern: '0 * * * *', run: billing.run }],
    routes: () => addRoutes({ ...deps, billing }, [billingRoutes, checkoutRoutes, flowRoutes]),
  }
}
