// Takes the mailbox away, once what stays was said.

import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { ConfirmDialog } from '../ui/dialog'
import { BUZON } from './state'

export function Remove({ onClose }: { onClose: () => void }) {
  const { empresa } = useSesion()
  const remove = useWrite(
    'DELETE /v1/empresa/:id/buzon',
    BUZON,
    'GET /v1/empresa/:id/programacion',
    'GET /v1/resumen',
  )
  return (
    <ConfirmDialog
      title="Quitar el buzón"
      action="Quitar el buzón"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { id: empresa.id } },
          {
            onSuccess() {
              onClose()
              notify({ tone: 'bien', title: 'El buzón se quitó' })
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        Timbre deja de leerlo y olvida su clave. Los mensajes siguen en la casilla, y los documentos que trajo
        siguen aquí.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
