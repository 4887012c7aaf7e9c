// The deliveries to a webhook's receiver, for the OpenAPI document (http §12): events, headers, and the
// meaning of its answers.

import { SIGNIFICADO_EVENTO } from '../../domain/eventos'
import type { WebhookDocs } from '../../http/openapi-detail'
import { CUERPOS } from '../eventos'

const header = (description: string, example: string, required = true) => ({ description, example, required })

const FIRMA = 'sha256=8022bc90dc4d9ea548a7fbe4a40acec5787a6f39373144ca5f0adff631d25b36'

export const WEBHOOK_DOCS: WebhookDocs = {
  cuerpos: Object.fromEntries(
    Object.entries(CUERPOS).map(([kind, schema]) => {
      const means = SIGNIFICADO_EVENTO[kind as keyof typeof CUERPOS]
      return [kind, { summary: `${means[0]!.toUpperCase()}${means.slice(1)}`, schema }]
    }),
  ),
  encabezados: {
    'X-Service-Event': header('El evento, como en el cuerpo.', 'dte.emitido'),
    'X-Service-Delivery': header(
      'La entrega: la misma en cada intento, otra si se reenvía.',
      'dlv_01JD3Q8Z5V7K2M4N6P8R0S2T4V',
    ),
    'X-Service-Attempt': header('El número del intento, desde 1.', '1'),
    'X-Webhook-Signature': header(
      '`sha256=` y el HMAC-SHA256 en hexadecimal de los bytes del cuerpo, con el secreto completo como clave.',
      FIRMA,
    ),
    'X-Service-Signature': header('Lo mismo que `X-Webhook-Signature`.', FIRMA),
    'X-Webhook-Signature-Old': header(
      'La misma firma con el secreto anterior, por 24 horas desde que se cambió.',
      FIRMA,
      false,
    ),
    'webhook-id': header(
      'El evento: el mismo en cada intento y en cada reenvío, para reconocer lo repetido.',
      'evt_01JD3Q8Z5V7K2M4N6P8R0S2T4V',
    ),
    'webhook-timestamp': header('Cuándo salió este intento, en segundos desde 1970.', '1795183331'),
    'webhook-signature': header(
      'Según Standard Webhooks: `v1,` y el HMAC-SHA256 en base64 de `webhook-id.webhook-timestamp.cuerpo`; por 24 horas desde un cambio de secreto son dos, separadas por un espacio.',
      'v1,egax6z6ItlkfabyQEJ+qP/Z8PR4npQGb3tRRL87Gf5g=',
    ),
    'User-Agent': header('El nombre y la versión del servidor.', 'Timbre/1.0'),
  },
  respuestas: {
    '2XX': 'Entregado; del cuerpo se guarda el comienzo.',
    410: 'No quiere más: el webhook se desactiva.',
    429: 'Más tarde: se respeta `Retry-After`, hasta 24 horas.',
    503: 'Más tarde: se respeta `Retry-After`, hasta 24 horas.',
    default: 'No entregado, también una redirección o nada en 15 segundos: se reintenta.',
  },
}
