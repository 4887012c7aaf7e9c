// POST /v1/dte/emision/descartar: many stopped jobs are discarded at once, each as by itself (http §6).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact, Nullable } from '../../../http/envelope'
import { idempotentRequest } from '../../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import type { Tenant } from '../../../http/tenant'

/** Jobs that one request discards. */
const DESCARTES_MAX = 200

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency'> {
  /** Throws what keeps one from being discarded. */
  discard(tenant: Tenant, id: string, liberarFolio: boolean): void
}

export const bulkDiscardRoute = ({ credential, idempotency, discard }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emision/descartar',
    ({ tenant, body, request, set }) => {
      const { ids, liberar_folio: liberarFolio = true } = body
      const one = (id: string) => {
        try {
          discard(tenant, id, liberarFolio)
          return { id, descartado: true, code: null, error: null }
        } catch (fault) {
          // Each in a transaction of its own: the others are discarded all the same.
          if (!(fault instanceof AppError)) throw fault
          return { id, descartado: false, code: fault.code, error: fault.message }
        }
      }
      const done = () => {
        const resultados = [...new Set(ids)].map(one)
        return { descartados: resultados.filter(({ descartado }) => descartado).length, resultados }
      }
      return idempotency.create({ set }, idempotentRequest(request, tenant, body), done, 200)
    },
    {
      permission: 'dte:emitir',
      body: Exact({
        ids: Type.Array(Type.String(), { minItems: 1, maxItems: DESCARTES_MAX }),
        liberar_folio: Type.Optional(Type.Boolean()),
      }),
      response: Datos(
        Exact({
          descartados: Type.Integer({ examples: [2] }),
          resultados: Type.Array(
            Exact({
              id: Type.String(),
              descartado: Type.Boolean(),
              code: Nullable(Type.String({ examples: ['INVALID_STATE'] })),
              error: Nullable(Type.String({ description: 'Por qué no.' })),
            }),
          ),
        }),
      ),
      detail: {
        tags: ['DTE'],
        parameters: [IDEMPOTENCY_PARAMETER],
        summary: 'Descartar varios trabajos fallidos',
        description: `Cada uno como \`descartar\`, ${DESCARTES_MAX} a lo más; uno que no se puede no detiene a los demás y dice por qué.`,
      },
    },
  )
