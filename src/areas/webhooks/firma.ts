// Signatures of a delivery (http §12.2): over the raw bytes of the body, and the Standard Webhooks scheme beside it.

import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret around 32 random bytes. */
export const newSecret = (random: (size: number) => Uint8Array): string =>
  PREFIX + Buffer.from(random(32)).toString('base64')

/** Whether a client's own secret can be used: one in the `whsec_` form must be base64 behind it. */
export const isUsableSecret = (secreto: string): boolean =>
  !secreto.startsWith(PREFIX) ||
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secreto.slice(PREFIX.length))

/** `sha256=<hex>`; the key is the whole secret as UTF-8, its prefix included. */
export const signBody = (secreto: string, body: string): string =>
  `sha256=${createHmac('sha256', secreto).update(body).digest('hex')}`

/** `v1,<base64>` over `id.timestamp.body`; the key is what the `whsec_` form encodes, else the secret as UTF-8. */
export function signStandard(secreto: string, id: string, timestamp: number, body: string): string {
  const key = secreto.startsWith(PREFIX) ? Buffer.from(secreto.slice(PREFIX.length), 'base64') : secreto
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Firmable {
  evento: string
  eventoId: string
  entregaId: string
  intento: number
  body: string
}

/** The headers of one attempt. `secretos`: the present one, then, for a day after a rotation, the one before. */
export function deliveryHeaders(
  { evento, eventoId, entregaId, intento, body }: Firmable,
  secretos: readonly [string, ...string[]],
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const [actual, anterior] = secretos
  const signature = signBody(actual, body)
  return {
    'content-type': 'application/json',
    'x-service-event': evento,
    'x-service-delivery': entregaId,
    'x-service-attempt': String(intento),
    'x-webhook-signature': signature,
    'x-service-signature': signature,
    ...(anterior !== undefined && { 'x-webhook-signature-old': signBody(anterior, body) }),
    'webhook-id': eventoId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secretos.map((s) => signStandard(s, eventoId, timestamp, body)).join(' '),
  }
}
