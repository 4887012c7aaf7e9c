// Whether a webhook works, and how a delivery went.

import { formatInstant } from '../ui/format'
import { Status, type Tone } from '../ui/status'
import type { Webhook } from './webhook-form'

export function WebhookStatus({
  webhook,
}: {
  webhook: Pick<Webhook, 'activo' | 'fallando_desde' | 'motivo_inactivo'>
}) {
  const { activo, fallando_desde, motivo_inactivo } = webhook
  if (!activo)
    return motivo_inactivo ? (
      <Status tone="mal" icon="✕">
        Desactivado por el servidor
      </Status>
    ) : (
      <Status tone="neutro" icon="○">
        Apagado
      </Status>
    )
  if (fallando_desde)
    return (
      <Status tone="aviso" icon="!">
        {`Falla desde el ${formatInstant(fallando_desde)}`}
      </Status>
    )
  return (
    <Status tone="bien" icon="✓">
      Activo
    </Status>
  )
}

const ENTREGA: Readonly<Record<string, readonly [Tone, string, string]>> = {
  pendiente: ['espera', '◐', 'Pendiente'],
  entregada: ['bien', '✓', 'Entregada'],
  fallida: ['mal', '✕', 'Fallida'],
}

export function DeliveryStatus({ estado }: { estado: string }) {
  const [tone, icon, word] = ENTREGA[estado] ?? ['neutro', '?', estado]
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  )
}
