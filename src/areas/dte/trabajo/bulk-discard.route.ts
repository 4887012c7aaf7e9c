// POST /v1/dte/emision/descartar: many stopped jobs are discarded at once, each as by itself (http §6).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { DESCARTES_MAX, Descartados, discardIds, discardMany } from '../../../http/discard-many'
import { Datos, Exact } from '../../../http/envelope'
import { idempotentRequest } from '../../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import type { Tenant } from '../../../http/tenant'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency'> {
  /** Throws what keeps one from being discarded. */
  discard(tenant: Tenant, id: string, liberarFolio: boolean): void
}

export const bulkDiscardRoute = ({ credential, idempotency, discard }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emision/descartar',
    ({ tenant, body, request, set }) => {
      const { ids, liberar_folio: liberarFolio = true } = body
      const done = () => discardMany(ids, (id) => discard(tenant, id, liberarFolio))
      return idempotency.create({ set }, idempotentRequest(request, tenant, body), done, 200)
    },
    {
      permission: 'dte:emitir',
      body: Exact({ ids: discardIds, liberar_folio: Type.Optional(Type.Boolean()) }),
      response: Datos(Descartados),
      detail: {
        tags: ['DTE'],
        parameters: [IDEMPOTENCY_PARAMETER],
        summary: 'Descartar varios trabajos fallidos',
        description: `Cada uno como \`descartar\`, ${DESCARTES_MAX} a lo más; uno que no se puede no detiene a los demás y dice por qué.`,
      },
    },
  )
