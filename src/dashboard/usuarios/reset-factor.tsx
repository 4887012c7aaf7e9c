// Takes the second factor from a person who lost it (http §14.1).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import type { Usuario } from './rights'

export function ResetFactor({ usuario, onDone }: { usuario: Usuario; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const reset = useWrite('DELETE /v1/usuarios/:id/segundo-factor', 'GET /v1/usuarios')
  const done = (): void => {
    notify({ tone: 'bien', title: `${usuario.nombre} ya no tiene segundo factor` })
    onDone()
  }
  return (
    <div>
      <Button tone="peligro" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Quitar su segundo factor
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Quitar el segundo factor de ${usuario.nombre}`}
          action="Quitar el segundo factor"
          busy={reset.isPending}
          onConfirm={() => reset.mutate({ params: { id: usuario.id } }, { onSuccess: done })}
          onClose={() => setAsking(false)}
        >
          <p>
            Para quien perdió el teléfono y sus códigos de recuperación: asegúrese de que es esa persona quien
            lo pide. Sus sesiones se cierran, y entrará sólo con la contraseña.
          </p>
          {reset.error && <FaultNotice fault={reset.error} />}
        </ConfirmDialog>
      )}
    </div>
  )
}
