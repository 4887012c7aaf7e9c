// POST /v1/certificacion/:id/rcof: the report of used folios of the day of the set of boletas, sent as any other (areas/certificacion §10).

import { Type } from '@sinclair/typebox'
import type { RcofDelSet } from '../../domain/certificacion/pendientes'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Tenant } from '../../http/tenant'
import { createSendDia, ERRORES_RCOF, RcofJson } from '../rcof'
import { esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'
import { checkOpen } from './take-set'

export const rcofRoute = (deps: CertificacionDeps) => {
  const { certificaciones, readRcof } = deps.certificacion
  const send = createSendDia(deps)

  /** The report that a road asks for. Throws CERT_CLOSED, INVALID_STATE on a road that asks for none, CERT_ORDER before its set was taken. */
  function dueOf(tenant: Tenant, id: string): RcofDelSet {
    const camino = certificaciones.get(tenant, id)
    checkOpen(camino)
    if (camino.alcance !== 'boleta')
      throw new AppError(
        'INVALID_STATE',
        'El consumo de folios (RCOF) es de la certificación de boletas: la de facturas no lo pide',
      )
    const rcof = readRcof(tenant, certificaciones.ronda(id)?.sets ?? [])
    if (rcof) return rcof
    throw new AppError(
      'CERT_ORDER',
      'El consumo de folios (RCOF) informa las boletas del set: primero el SII tiene que aceptar su envío',
    )
  }

  return newArea(deps.credential).post(
    `${BASE}/:id/rcof`,
    ({ tenant, params, body, query, request, set }) =>
      send({ tenant, body, query, request, set }, () => {
        const { fecha, estado } = dueOf(tenant, params.id)
        // One that was refused is sent anew, whether or not anything changed.
        return { fecha, forzar: body?.forzar ?? estado === 'rechazado' }
      }),
    {
      permission: 'rcof:enviar',
      consume: 'rcof',
      params: ID,
      query: Exact(esperaQuery),
      body: Nullable(
        Exact({
          forzar: Type.Optional(
            Type.Boolean({
              description:
                '`false` si se omite, salvo que el SII rechazara el último. Lo envía aunque nada haya cambiado desde él.',
            }),
          ),
        }),
      ),
      response: { 202: Datos(RcofJson) },
      detail: {
        tags,
        summary: 'Enviar el consumo de folios del día del set de boletas',
        description:
          'Como `POST /v1/dte/rcof`, del día en que se emitió el set, aunque sea hoy: cuenta todas las boletas de ese día. Desde que el SII acepta el envío del set.',
        'x-errores': ['CERT_ORDER', 'CERT_CLOSED', ...ERRORES_RCOF],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
