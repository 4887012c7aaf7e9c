// /v1/webhooks (http §12): registration, secret, activation.

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import type { Titular } from '../../domain/titular'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import type { AreaDeps } from '../../http/deps'
import { Datos, EventoJson, Exact, Lista, Nullable } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { Ruled } from '../../http/rule'
import { isUsableSecret } from './firma'
import { WEBHOOK_DOCS } from './receiver.schema'
import { NewWebhookJson, toJson, WebhookJson } from './webhook-json'
import type { Webhook } from './webhook-store'
import type { Webhooks } from './webhooks'

export interface WebhookRouteDeps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  webhooks: Webhooks
}

export const tags = ['Webhooks']
export const permission = 'webhooks:administrar'

export const duenoOf = (titular: Titular): Titular => titular

/** Keeps only the host of the address: the rest is often a secret of the receiver's. */
const hecho = (accion: Accion, { id, url, eventos, activo, ambiente }: Webhook): Hecho => ({
  accion,
  objeto: id,
  detalle: { host: new URL(url).host, eventos, activo, ambiente },
})

const fields = {
  eventos: Type.Optional(
    Type.Array(EventoJson, {
      uniqueItems: true,
      description: 'Los eventos que recibe; vacía o ausente: todos.',
      examples: [['dte.emitido', 'dte.rechazado']],
    }),
  ),
  descripcion: Type.Optional(Nullable(Type.String({ maxLength: 200, examples: ['ERP'] }))),
  activo: Type.Optional(Type.Boolean()),
}

const secreto = Ruled(
  Type.String({
    minLength: 24,
    maxLength: 256,
    description:
      'Un secreto propio; si falta, lo hace el servidor. Con la forma `whsec_…` lo que sigue es base64.',
  }),
  (text) =>
    isUsableSecret(text) ? [] : [{ regla: 'base64', mensaje: 'Lo que sigue a whsec_ debe ser base64' }],
)

const DESCRIPTION = `Cada evento llega en un POST con cuerpo JSON a la URL. Una respuesta 2xx en 15 segundos es una entrega; cualquier otra cosa, también una
redirección, se reintenta a los 5 s, 1 m, 5 m, 30 m, 2 h, 5 h, 10 h y 10 h (± 20 %). \`Retry-After\` de un 429 o 503 se respeta hasta 24 h; un 410
desactiva el webhook, y también 5 días en que nada se pudo entregar: lo dicen \`motivo_inactivo\`, el evento \`webhook.desactivado\` y un correo a la
cuenta. El orden no se promete. Cada evento se entrega al menos una vez: tras un corte puede llegar de nuevo. Lo repetido se reconoce por
\`webhook-id\`, que no cambia.

\`X-Webhook-Signature: sha256=<hex>\` es el HMAC-SHA256 de los bytes del cuerpo con el secreto completo como clave. \`webhook-id\`,
\`webhook-timestamp\` y \`webhook-signature\` siguen Standard Webhooks.

Ejemplo: con el secreto \`whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\` y el cuerpo
\`{"evento":"dte.emitido","data":{"job_id":"job_demo","tipo_dte":39,"folio":1}}\` la firma es
\`sha256=8022bc90dc4d9ea548a7fbe4a40acec5787a6f39373144ca5f0adff631d25b36\`; con id \`evt_demo\` e instante \`1700000000\`, la de Standard Webhooks es
\`v1,egax6z6ItlkfabyQEJ+qP/Z8PR4npQGb3tRRL87Gf5g=\`.`

const params = Exact({ id: Type.String() })
const LISTADOS = {
  words: ({ url, descripcion, eventos }: Webhook) => [url, descripcion, ...eventos],
  orden: '-created_at',
}

export const webhookRoutes = ({ credential, idempotency, audit, webhooks }: WebhookRouteDeps) => {
  const url = Ruled(
    Type.String({ minLength: 1, maxLength: 2000, examples: ['https://erp.example.cl/hooks/dte'] }),
    webhooks.urlFaults,
  )
  return newArea(credential)
    .get(
      '/v1/webhooks',
      ({ tenant, query, request }) => {
        const dueno = duenoOf(tenant)
        const source = sourceOfFew({
          rows: (limit, offset) => webhooks.list(dueno, limit, offset),
          total: () => webhooks.count(dueno),
        })
        return answerList({ query, request }, LISTADOS, source, toJson)
      },
      {
        permission,
        query: Exact(listQuery('la URL, la descripción o un evento', LISTADOS.orden)),
        response: Lista(WebhookJson),
        detail: { tags, summary: 'Lista los webhooks, el más nuevo primero' },
      },
    )
    .post(
      '/v1/webhooks',
      async ({ tenant, body, request, set }) => {
        const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
          const url = await webhooks.checkUrl(body.url)
          const { webhook, secreto } = audit(
            tenant,
            () => webhooks.create(duenoOf(tenant), { ...body, url }),
            (made) => hecho('webhook.creado', made.webhook),
          )
          return { status: 201, body: { ok: true as const, data: { ...toJson(webhook), secreto } } }
        })
        return reply(set, answer)
      },
      {
        permission,
        body: Exact({ url, ...fields, secreto: Type.Optional(secreto) }),
        response: { 201: Datos(NewWebhookJson) },
        detail: {
          tags,
          summary: 'Registra una URL que recibe eventos',
          'x-errores': ['CONFLICT'],
          description: DESCRIPTION,
          'x-avisos': () => WEBHOOK_DOCS,
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
    .get(
      '/v1/webhooks/:id',
      ({ tenant, params: { id } }) => ({
        ok: true as const,
        data: toJson(webhooks.get(duenoOf(tenant), id)),
      }),
      { permission, params, response: Datos(WebhookJson), detail: { tags, summary: 'Muestra un webhook' } },
    )
    .put(
      '/v1/webhooks/:id',
      async ({ tenant, params: { id }, body }) => {
        const dueno = duenoOf(tenant)
        webhooks.get(dueno, id)
        const url = body.url === undefined ? undefined : await webhooks.checkUrl(body.url)
        const webhook = audit(
          tenant,
          () => webhooks.change(dueno, id, { ...body, url }),
          (changed) => hecho('webhook.cambiado', changed),
        )
        return { ok: true as const, data: toJson(webhook) }
      },
      {
        permission,
        params,
        body: Exact({ url: Type.Optional(url), ...fields }, { minProperties: 1 }),
        response: Datos(WebhookJson),
        detail: { tags, summary: 'Cambia un webhook', description: 'Lo que no se envía queda como estaba.' },
      },
    )
    .delete(
      '/v1/webhooks/:id',
      ({ tenant, params: { id }, status }) => {
        audit(
          tenant,
          () => webhooks.remove(duenoOf(tenant), id),
          (gone) => hecho('webhook.eliminado', gone),
        )
        return status(204, undefined)
      },
      {
        permission,
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borra un webhook', description: 'Sus entregas pendientes no se envían.' },
      },
    )
    .post(
      '/v1/webhooks/:id/activar',
      ({ tenant, params: { id }, request, set }) => {
        const activate = () =>
          audit(
            tenant,
            () => webhooks.activate(duenoOf(tenant), id),
            (active) => hecho('webhook.activado', active),
          )
        const use = idempotentRequest(request, tenant, null)
        return idempotency.create({ set }, use, () => toJson(activate()), 200)
      },
      {
        permission,
        params,
        response: Datos(WebhookJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Activa un webhook de nuevo',
          description:
            'Lo que falló mientras estuvo desactivado no se envía solo: reenvíelo desde sus entregas.',
        },
      },
    )
    .post(
      '/v1/webhooks/:id/rotar-secreto',
      ({ tenant, params: { id }, request, set }) => {
        const rotate = () => {
          const { secreto, anteriorHasta } = audit(
            tenant,
            () => webhooks.rotate(duenoOf(tenant), id),
            () => ({ accion: 'webhook.secreto_rotado', objeto: id }),
          )
          return { id, secreto, secreto_anterior_hasta: anteriorHasta.toISOString() }
        }
        return idempotency.create({ set }, idempotentRequest(request, tenant, null), rotate, 200)
      },
      {
        permission,
        params,
        response: Datos(
          Exact({ id: Type.String(), secreto: Type.String(), secreto_anterior_hasta: Type.String() }),
        ),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Cambia el secreto con que se firma',
          description:
            'El nuevo se muestra sólo aquí. Por 24 horas el anterior firma también: `webhook-signature` trae ambas firmas y `X-Webhook-Signature-Old` la anterior.',
        },
      },
    )
}
