// Asks before a webhook gets another secret, or ends.

import { useLocation } from 'wouter'
import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { ConfirmDialog } from '../ui/dialog'
import type { Webhook } from './webhook-form'

export function RotateDialog({
  id,
  onRotated,
  onClose,
}: {
  id: string
  onRotated: (data: DataOf<'POST /v1/webhooks/:id/rotar-secreto'>) => void
  onClose: () => void
}) {
  const rotate = useWrite('POST /v1/webhooks/:id/rotar-secreto')
  return (
    <ConfirmDialog
      title="Rotar el secreto"
      action="Rotar el secreto"
      danger={false}
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id } }, { onSuccess: ({ data }) => onRotated(data) })}
      onClose={onClose}
    >
      <p>
        Desde ahora firma otro. El actual firma también por 24 horas, para que alcance a cambiarlo en su
        programa.
      </p>
      {rotate.error && <FaultNotice fault={rotate.error} />}
    </ConfirmDialog>
  )
}

export function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useWrite('DELETE /v1/webhooks/:id', 'GET /v1/webhooks')
  return (
    <ConfirmDialog
      title="Borrar el webhook"
      action="Borrar el webhook"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { id: webhook.id } },
          {
            onSuccess: () => {
              notify({ tone: 'bien', title: 'El webhook se borró' })
              navigate('/webhooks')
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        A <span className="codigo">{webhook.url}</span> no se envía nada más, tampoco lo que está pendiente.
        No se puede deshacer.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
