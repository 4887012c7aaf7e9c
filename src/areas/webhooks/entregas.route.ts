// The deliveries of a webhook (http §12): log, test, resend.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { spanQuery } from '../../http/span'
import { type Entrega, ESTADOS_ENTREGA } from './entrega-store'
import { EntregaDetalleJson, EntregaJson, entregaToJson, intentoToJson } from './webhook-json'
import { duenoOf, permission, tags, type WebhookRouteDeps } from './webhooks.route'

const params = Exact({ id: Type.String(), entregaId: Type.String() })
const ENTREGAS = {
  words: ({ id, evento, eventoId }: Entrega) => [id, evento, eventoId],
  instante: ({ createdAt }: Entrega) => createdAt.toISOString(),
  orden: '-created_at',
}

export const entregaRoutes = ({ credential, webhooks, idempotency }: WebhookRouteDeps) =>
  newArea(credential)
    .post(
      '/v1/webhooks/:id/probar',
      async ({ tenant, params: { id }, request, set }) =>
        reply(
          set,
          await idempotency.once(idempotentRequest(request, tenant, null), async () => {
            const data = entregaToJson(webhooks.test(duenoOf(tenant), id))
            return { status: 202, body: { ok: true as const, data } }
          }),
        ),
      {
        permission,
        params: Exact({ id: Type.String() }),
        response: { 202: Datos(EntregaJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Envía un evento webhook.prueba',
          'x-errores': ['INVALID_STATE'],
          description: 'Sale en seguida; su resultado se ve en la entrega.',
        },
      },
    )
    .get(
      '/v1/webhooks/:id/entregas',
      ({ tenant, params: { id }, query, request }) => {
        const webhook = webhooks.get(duenoOf(tenant), id)
        const { estado } = query
        return answerList(
          { query, request },
          ENTREGAS,
          webhooks.listEntregas(webhook.id, estado),
          entregaToJson,
        )
      },
      {
        permission,
        params: Exact({ id: Type.String() }),
        query: Exact({
          ...listQuery('el evento o un id', ENTREGAS.orden),
          ...spanQuery('Creadas'),
          estado: Type.Optional(OneOf(ESTADOS_ENTREGA)),
        }),
        response: Lista(EntregaJson),
        detail: { tags, summary: 'Lista las entregas de los últimos 30 días, la más nueva primero' },
      },
    )
    .get(
      '/v1/webhooks/:id/entregas/:entregaId',
      ({ tenant, params: { id, entregaId } }) => {
        const entrega = webhooks.getEntrega(duenoOf(tenant), id, entregaId)
        const { intentos, cuerpo } = webhooks.intentos(entrega.id)
        const detalle_intentos = intentos.map((intento) => intentoToJson(intento, cuerpo))
        return { ok: true as const, data: { ...entregaToJson(entrega), detalle_intentos } }
      },
      {
        permission,
        params,
        response: Datos(EntregaDetalleJson),
        detail: {
          tags,
          summary: 'Muestra una entrega: qué se envió y qué respondió el receptor en cada intento',
        },
      },
    )
    .post(
      '/v1/webhooks/:id/entregas/:entregaId/reenviar',
      async ({ tenant, params: { id, entregaId }, request, set }) =>
        reply(
          set,
          await idempotency.once(idempotentRequest(request, tenant, null), async () => {
            const data = entregaToJson(webhooks.resend(duenoOf(tenant), id, entregaId))
            return { status: 202, body: { ok: true as const, data } }
          }),
        ),
      {
        permission,
        params,
        response: { 202: Datos(EntregaJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Envía de nuevo un evento',
          'x-errores': ['INVALID_STATE'],
          description:
            'Si la entrega espera su próximo intento, sale ahora; si ya terminó, nace otra con el mismo `evento_id`.',
        },
      },
    )
