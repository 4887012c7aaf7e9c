// Billing: the subscription, what it cost, and orders to pay it (http §22.4).

import type { NombrePlan } from '../../domain/plan/planes'
import type { Cobranza } from '../../domain/plan/precios'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { billingRoutes } from './billing.route'
import { checkoutRoutes } from './checkout.route'
import type { Billing } from './create'
import { flowRoutes } from './flow.route'

export interface BillingDeps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  billing: Billing
  cobranza: Cobranza
  planInicial: NombrePlan
}

export const billingArea = (deps: BillingDeps) =>
  newArea(deps.credential).use(billingRoutes(deps)).use(checkoutRoutes(deps)).use(flowRoutes(deps))
