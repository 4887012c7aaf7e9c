// Mail to the account whose endpoint the server has given up: nobody looks at a stream for days (contract §12).

import type { Log } from '../../domain/log'
import type { Store } from '../../store/store'
import type { Webhook } from './webhook-store'

/** Tells of an endpoint that is off now; returns at once and never throws. */
export type Avisar = (webhook: Webhook, motivo: string) => void

/** Hands a message of plain text to the mail server. */
export type Enviar = (mensaje: { para: string; asunto: string; texto: string }) => Promise<void>

/** `enviar` is null without a mail server. */
export function createAvisar({
  store: { client },
  enviar,
  log,
}: {
  store: Store
  enviar: Enviar | null
  log: Log
}): Avisar {
  const owner = client.prepare<[string], { email: string; razon_social: string }>(
    'SELECT c.email, e.razon_social FROM empresa e JOIN cuenta c ON c.id = e.cuenta_id WHERE e.id = ?',
  )
  return ({ id, empresaId, ambiente, url }, motivo) => {
    const found = enviar && owner.get(empresaId)
    if (!found) return
    // What follows the path may be the receiver's secret.
    const { origin, pathname } = new URL(url)
    enviar({
      para: found.email,
      asunto: 'Un webhook de Timbre fue desactivado',
      texto: [
        `El webhook ${id} de ${found.razon_social} (${ambiente}), que entrega en ${origin}${pathname}, fue desactivado.`,
        '',
        `${motivo}.`,
        '',
        `Revise el receptor y actívelo con POST /v1/webhooks/${id}/activar. Lo que no llegó se reenvía desde sus entregas.`,
        '',
      ].join('\n'),
    }).catch((error: unknown) => log.warn('webhooks.aviso_no_enviado', { webhook_id: id, error }))
  }
}
