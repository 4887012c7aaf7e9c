// POST /v1/dte/folios/solicitar: folios straight from the SII.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import type { FoliosDeps } from './deps'
import { CantidadSchema, TipoDteSchema } from './folios-json'
import type { LoadCaf } from './load-caf'
import { createSolicitar, type Pay } from './solicitar'

const Body = Exact({
  tipo_dte: TipoDteSchema,
  cantidad: CantidadSchema,
})

const Reply = Exact({
  desde: Type.Integer(),
  hasta: Type.Integer(),
  cantidad: Type.Integer(),
  solicitada: Type.Union([Type.Integer(), Type.Literal('max')]),
  max_autorizado: Type.Integer(),
})

export const solicitarFoliosRoute = ({
  credential,
  store,
  folios,
  requestCaf,
  charge,
  idempotency,
  audit,
}: FoliosDeps) => {
  const solicitar = createSolicitar({ store, requestCaf })
  return newArea(credential).post(
    '/v1/dte/folios/solicitar',
    async ({ tenant, body, request, set }) => {
      const { tipo_dte } = body
      const cantidad = body.cantidad === 'pronostico' ? folios.suggested(tenant, tipo_dte) : body.cantidad
      // A repeated request whose answer was lost would else take a second range at the SII.
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const keep: LoadCaf = (bytes, titular, origen) =>
          audit(
            tenant,
            () => folios.load(bytes, titular, origen),
            ({ id, desde, hasta }) => ({
              accion: 'folios.solicitados',
              objeto: id,
              detalle: { tipo_dte, desde, hasta },
            }),
          )
        const pay: Pay = (ask) => charge({ ...tenant, set }, 'solicitud_folios', ask)
        const { rango, maxAutorizado } = await solicitar(tipo_dte, cantidad, tenant, { load: keep, pay })
        const data = {
          desde: rango.desde,
          hasta: rango.hasta,
          cantidad: rango.hasta - rango.desde + 1,
          solicitada: cantidad,
          max_autorizado: maxAutorizado,
        }
        return { status: 201, body: { ok: true as const, data } }
      })
      return reply(set, answer)
    },
    {
      permission: 'folios:administrar',
      consume: 'solicitud_folios',
      body: Body,
      response: { 201: Datos(Reply) },
      detail: {
        tags: ['Folios'],
        summary: 'Pedir folios al SII',
        'x-errores': ['INVALID_STATE', 'SII_ERROR', 'SII_UNAVAILABLE', 'SII_TIMEOUT'],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
