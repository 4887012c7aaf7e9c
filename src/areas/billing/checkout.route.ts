// Orders to pay a plan (http §22.4).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { AppError } from '../../domain/errors'
import { comparePlanes, type NombrePlan } from '../../domain/plan/planes'
import { type Cobranza, planLibre } from '../../domain/plan/precios'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { accountRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { CheckoutJson, checkoutToJson, NuevoCheckout } from './billing-json'
import type { Checkout } from './checkout-store'
import type { Billing } from './create'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  billing: Billing
  cobranza: Cobranza
  planInicial: NombrePlan
}

const tags = ['Billing']
const accountPermission = 'billing:administrar' as const
const params = Exact({ id: Type.String() })
const answer = (checkout: Checkout) => ({ ok: true as const, data: checkoutToJson(checkout) })

/** The entry of an order in the log of changes. */
export const hecho = (accion: Accion, { id, plan, ciclo, monto }: Checkout): Hecho => ({
  accion,
  objeto: id,
  detalle: { plan, ciclo, monto },
})

export const checkoutRoutes = (deps: Deps) => {
  const { credential, idempotency, audit, cobranza, planInicial } = deps
  const { checkouts, isFijado } = deps.billing
  return newArea(credential)
    .post(
      '/v1/billing/checkout',
      async ({ tenant, body, request, set }) => {
        const made = await idempotency.once(accountRequest(request, tenant, body), async () => ({
          status: 201,
          body: answer(
            await checkouts.open(tenant.cuentaId, body.plan, body.ciclo, (checkout) =>
              audit(
                tenant,
                () => {},
                () => hecho('billing.orden_abierta', checkout),
              ),
            ),
          ),
        }))
        return reply(set, made)
      },
      {
        accountPermission,
        body: NuevoCheckout,
        response: { 201: Datos(CheckoutJson) },
        detail: {
          tags,
          summary: 'Abre una orden de pago',
          'x-errores': ['PLAN_FEATURE', 'INVALID_STATE', 'PAYMENT_ERROR'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description:
            'Anula la que estuviera abierta. Pagada, el plan rige al instante si es mayor, alarga el período si es el mismo y rige al terminar el período si es menor.',
        },
      },
    )
    .get(
      '/v1/billing/checkout/:id',
      async ({ tenant, params }) => answer(await checkouts.look(tenant.cuentaId, params.id)),
      {
        accountPermission,
        params,
        response: Datos(CheckoutJson),
        detail: { tags, summary: 'Una orden de pago' },
      },
    )
    .delete(
      '/v1/billing/checkout/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => checkouts.annul(tenant.cuentaId, params.id),
          () => hecho('billing.orden_anulada', checkouts.get(tenant.cuentaId, params.id)),
        )
        return status(204, undefined)
      },
      {
        accountPermission,
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Anula una orden de pago abierta', 'x-errores': ['INVALID_STATE'] },
      },
    )
    .post(
      '/v1/billing/checkout/:id/confirmar',
      ({ tenant, params, request, set }) => {
        const checkout = checkouts.get(tenant.cuentaId, params.id)
        const trusted =
          cobranza.tipo === 'manual' ||
          (!isFijado(tenant.cuentaId) && comparePlanes(checkout.plan, planLibre(cobranza, planInicial)) <= 0)
        if (cobranza.tipo === 'flow' || !trusted) {
          const who = cobranza.tipo === 'flow' ? 'Flow' : 'quien administra el servidor'
          throw new AppError('FORBIDDEN', `En este servidor los pagos los confirma ${who}`)
        }
        const confirm = () =>
          audit(
            tenant,
            () => checkouts.confirm(tenant.cuentaId, checkout.id),
            (confirmed) => hecho('billing.orden_confirmada', confirmed),
          )
        return idempotency.create(
          { set },
          accountRequest(request, tenant, null),
          () => checkoutToJson(checkout.estado === 'pagado' ? checkout : confirm()),
          200,
        )
      },
      {
        accountPermission,
        params,
        response: Datos(CheckoutJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Confirma que una orden fue pagada',
          'x-errores': ['INVALID_STATE'],
          description:
            'Un plan mayor que el que el servidor da a sus cuentas lo confirma el dueño sólo con `TIMBRE_BILLING=manual`; si no, quien administra el servidor, con `timbre billing confirmar ID`. Con `flow`, sólo Flow. Repetirlo no cobra dos veces.',
        },
      },
    )
}
