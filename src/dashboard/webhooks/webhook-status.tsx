// Whether a webhook works, and how a delivery went.

import { formatInstant } from '../ui/format'
import { StatusWord, type Word } from '../ui/status'
import type { Webhook } from './webhook-form'

export function WebhookStatus({
  webhook,
}: {
  webhook: Pick<Webhook, 'activo' | 'fallando_desde' | 'motivo_inactivo'>
}) {
  const { activo, fallando_desde, motivo_inactivo } = webhook
  if (!activo)
    return (
      <StatusWord
        of={motivo_inactivo ? ['✕', 'Desactivado por el servidor', 'mal'] : ['○', 'Apagado', 'neutro']}
      />
    )
  return (
    <StatusWord
      of={
        fallando_desde
          ? ['!', `Falla desde el ${formatInstant(fallando_desde)}`, 'aviso']
          : ['✓', 'Activo', 'bien']
      }
    />
  )
}

const ENTREGA: Readonly<Record<string, Word>> = {
  pendiente: ['◐', 'Pendiente', 'espera'],
  entregada: ['✓', 'Entregada', 'bien'],
  fallida: ['✕', 'Fallida', 'mal'],
}

export const DeliveryStatus = ({ estado }: { estado: string }) => (
  <StatusWord of={ENTREGA[estado] ?? ['?', estado, 'neutro']} />
)
