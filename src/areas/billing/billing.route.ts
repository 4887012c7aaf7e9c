// The account's payments and charges (http §22.4).

import { eq } from 'drizzle-orm'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista } from '../../http/envelope'
import { accountRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { newestOf, type RowOf, schemasOf } from '../../http/newest'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import { cobro } from '../../store/tables/billing'
import { COBRO, SuscripcionJson, suscripcionToJson } from './billing-json'
import type { Billing } from './create'

interface Deps extends Pick<AreaDeps, 'store' | 'credential' | 'audit' | 'idempotency'> {
  billing: Billing
}

const tags = ['Billing']
const COBROS = {
  words: ({ id, plan, estado, referencia }: RowOf<typeof COBRO>) => [id, plan, estado, referencia],
  orden: '-created_at',
}
const accountPermission = 'billing:administrar' as const

export const billingRoutes = ({ store, credential, audit, idempotency, billing: { suscripciones } }: Deps) =>
  newArea(credential)
    .get(
      '/v1/billing/suscripcion',
      ({ tenant }) => ({ ok: true as const, data: suscripcionToJson(suscripciones.get(tenant.cuentaId)) }),
      { accountPermission, response: Datos(SuscripcionJson), detail: { tags, summary: 'La suscripción' } },
    )
    .get(
      '/v1/billing/cobros',
      ({ tenant, query, request }) => {
        const where = eq(cobro.cuentaId, tenant.cuentaId)
        const source = newestOf(store.db, COBRO, ['created_at', 'id'], where, query)
        return answerList({ query, request }, COBROS, source, (row) => row)
      },
      {
        accountPermission,
        query: Exact({
          ...listQuery('el plan, el estado o la referencia', COBROS.orden),
          ...spanQuery('Recibidos'),
        }),
        response: Lista(Exact(schemasOf(COBRO))),
        detail: { tags, summary: 'Los pagos recibidos, el último primero' },
      },
    )
    .post(
      '/v1/billing/cancelar',
      ({ tenant, request, set }) =>
        idempotency.create(
          { set },
          accountRequest(request, tenant, null),
          () =>
            suscripcionToJson(
              audit(
                tenant,
                () => suscripciones.cancel(tenant.cuentaId),
                ({ plan, periodoFin }) => ({
                  accion: 'billing.cancelado',
                  detalle: { plan, hasta: periodoFin },
                }),
              ),
            ),
          200,
        ),
      {
        accountPermission,
        response: Datos(SuscripcionJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'No renovar la suscripción',
          'x-errores': ['INVALID_STATE'],
          description: 'El plan sigue hasta el fin del período pagado. 409 `INVALID_STATE` si no hay uno.',
        },
      },
    )
    .post(
      '/v1/billing/reactivar',
      ({ tenant, request, set }) =>
        idempotency.create(
          { set },
          accountRequest(request, tenant, null),
          () =>
            suscripcionToJson(
              audit(
                tenant,
                () => suscripciones.reactivate(tenant.cuentaId),
                ({ plan }) => ({ accion: 'billing.reactivado', detalle: { plan } }),
              ),
            ),
          200,
        ),
      {
        accountPermission,
        response: Datos(SuscripcionJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Deshacer la cancelación, mientras dura el período',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
