// POST /v1/certificacion/:id/simulacion: documents like the company's own, in one envelope (areas/certificacion §3).

import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { ERRORES_EMISION } from '../dte'
import { ID } from './caminos.route'
import { SetJson, setToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import { CLASE_SIMULACION } from './simulacion'
import { PEDIDO_SIMULACION } from './simulacion-pedido'
import type { CertificacionRow } from './statements'
import { checkOpen } from './take-set'

/** Throws CERT_CLOSED, and CERT_ORDER at another stage. */
function checkEtapa(camino: CertificacionRow): void {
  checkOpen(camino)
  if (camino.estado === 'simulacion') return
  throw new AppError(
    'CERT_ORDER',
    `La simulación sigue a los sets conformes: la certificación está en ${camino.estado}`,
  )
}

export const simulacionRoute = ({ credential, idempotency, certificacion }: CertificacionDeps) => {
  const { certificaciones, runSet, simulacion } = certificacion

  return newArea(credential).post(
    `${BASE}/:id/simulacion`,
    async ({ tenant, params, body, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const camino = certificaciones.get(tenant, params.id)
        checkEtapa(camino)
        const solicitudes = simulacion.read(body, camino.id)
        const propios = body.documentos?.length ?? 0
        const placeOf = (i: number) => (i < propios ? `documentos[${i}]` : `caso ${i + 1}`)
        const rowOf = () => {
          // Another text may have been loaded while this waited for its turn.
          checkEtapa(certificaciones.get(tenant, camino.id))
          return simulacion.setFor(camino.id)
        }
        const own = { clase: CLASE_SIMULACION, rowOf } as const
        await runSet(tenant, camino, own, solicitudes, placeOf)
        const data = setToJson(certificacion.setOf(tenant, { id: params.id, clase: CLASE_SIMULACION }))
        return { status: 202, body: { ok: true as const, data } }
      })
      return reply(set, answer)
    },
    {
      permission: 'dte:emitir',
      params: ID,
      body: Exact(PEDIDO_SIMULACION),
      response: { 202: Datos(SetJson) },
      detail: {
        tags,
        summary: 'Emitir la simulación',
        description:
          'Un solo envío, con cada tipo que se certifica y sin nombrar ningún set. El SII pide documentos como los que la empresa emite: mejor los propios, en `documentos`, aunque sean pocos: `completar` agrega los demás.',
        'x-errores': ['CERT_ORDER', 'CERT_CLOSED', 'VALIDATION_ERROR', ...ERRORES_EMISION],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
