// POST /v1/certificacion/:id/simulacion: documents like the company's own, in one envelope (areas/certificacion §3).

import { Type } from '@sinclair/typebox'
import { buildSimulacion, SIMULACION_MAX } from '../../domain/certificacion/build-simulacion'
import type { SolicitudCaso } from '../../domain/certificacion/set'
import { FACTURA } from '../../domain/dte/tipos'
import { AppError, faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { ID } from './caminos.route'
import { SetJson, setToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import { CLASE_SIMULACION } from './simulacion'
import { checkOpen } from './take-set'

/** The SII's form asks for this many (areas/certificacion §3). */
const SIMULACION_MIN = 20

const EJEMPLO = {
  tipo_dte: FACTURA,
  receptor: {
    rut: '76192083-9',
    razon_social: 'Comercial Sur SpA',
    giro: 'Comercio',
    direccion: 'Los Aromos 45',
    comuna: 'Osorno',
  },
  detalle: [{ nombre: 'Flete', cantidad: 1, precio: 45_000 }],
}

interface Pedido {
  documentos?: Record<string, unknown>[]
  cantidad?: number
}

export const simulacionRoute = ({ credential, store, idempotency, certificacion }: CertificacionDeps) => {
  const { certificaciones, runSet, simulacion } = certificacion
  const setFor = store.client.transaction(simulacion.setFor)

  /** The requests of a simulación. Throws VALIDATION_ERROR. */
  function read({ documentos, cantidad }: Pedido, certificacionId: string): Omit<SolicitudCaso, 'totales'>[] {
    if (documentos && cantidad !== undefined)
      throw faultsError([
        {
          campo: 'cantidad',
          regla: 'excluyente',
          mensaje: 'cantidad: va sin documentos, que ya dicen cuántos son',
        },
      ])
    if (documentos) return documentos.map((solicitud, i) => ({ caso: i + 1, solicitud }))
    return buildSimulacion(simulacion.approved(certificacionId), cantidad ?? SIMULACION_MIN)
  }

  return newArea(credential).post(
    `${BASE}/:id/simulacion`,
    async ({ tenant, params, body, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const camino = certificaciones.get(tenant, params.id)
        checkOpen(camino)
        if (camino.estado !== 'simulacion')
          throw new AppError(
            'CERT_ORDER',
            `La simulación sigue a los sets conformes: la certificación está en ${camino.estado}`,
          )
        const solicitudes = read(body, camino.id)
        await runSet(tenant, camino, setFor.immediate(camino.id), solicitudes)
        const data = setToJson(certificacion.setOf(tenant, { id: params.id, clase: CLASE_SIMULACION }))
        return { status: 202, body: { ok: true as const, data } }
      })
      return reply(set, answer)
    },
    {
      permission: 'dte:emitir',
      params: ID,
      body: Exact({
        documentos: Type.Optional(
          Type.Array(Type.Record(Type.String(), Type.Unknown()), {
            minItems: SIMULACION_MIN,
            maxItems: SIMULACION_MAX,
            description:
              'Solicitudes de `POST /v1/dte/emitir`, en orden; una referencia puede ser `{caso, codigo, razon}`, de uno anterior de la lista, que se cuenta desde 1.',
            examples: [Array.from({ length: SIMULACION_MIN }, () => EJEMPLO)],
          }),
        ),
        cantidad: Type.Optional(
          Type.Integer({
            minimum: SIMULACION_MIN,
            maximum: SIMULACION_MAX,
            description:
              'Al menos cuántos se hacen de los sets aprobados si no vienen `documentos`; 20 si se omite.',
          }),
        ),
      }),
      response: { 202: Datos(SetJson) },
      detail: {
        tags,
        summary: 'Emitir la simulación',
        description:
          'Un solo envío, con cada tipo que se certifica y sin nombrar ningún set. El SII pide documentos como los que la empresa emite: mejor los propios, en `documentos`.',
        'x-errores': [
          'CERT_ORDER',
          'CERT_CLOSED',
          'INVALID_STATE',
          'NO_FOLIOS',
          'VALIDATION_ERROR',
          'CERTIFICATE_MISSING',
          'CERTIFICATE_EXPIRED',
          'CERTIFICATE_INVALID',
          'QUEUE_UNAVAILABLE',
        ],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
