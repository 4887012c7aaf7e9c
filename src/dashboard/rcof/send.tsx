// Sends a day, once more only when that is insisted on: a question says why (areas/rcof §2).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate } from '../ui/format'

export function Send({
  fecha,
  secuencia,
  again,
  force,
}: {
  fecha: string
  /** The number it would have. */
  secuencia: number
  /** One with that number exists, and certainly never reached the SII. */
  again: boolean
  /** Why it is only sent when insisted on; null when it may go as it is. */
  force: string | null
}) {
  const [asking, setAsking] = useState<string>()
  // A lost answer must not become a second report.
  const wish = useWish()
  const send = useWrite(
    'POST /v1/dte/rcof',
    'GET /v1/dte/rcof',
    'GET /v1/dte/rcof/:fecha/previa',
    'GET /v1/cuenta/uso',
  )
  const submit = (forzar: boolean): void => {
    if (send.isPending) return
    setAsking(undefined)
    const body = { fecha, ...(forzar && { forzar }) }
    send.mutate(
      { body, query: { esperar: 0 }, clave: wish.keyOf(body) },
      { onSettled: (_, fault) => wish.settled(fault) },
    )
  }
  const refused = send.error?.code === 'INVALID_STATE' ? send.error.message : null
  return (
    <div className="columna">
      <Cost>Informar un día gasta una consulta al SII, cuando el SII responde.</Cost>
      {send.error && <FaultNotice fault={send.error} />}
      <div className="acciones">
        <Button
          tone="primario"
          busy={send.isPending}
          aria-haspopup={force || refused ? 'dialog' : undefined}
          onClick={() => {
            const why = force ?? refused
            if (why) setAsking(why)
            else submit(false)
          }}
        >
          {again
            ? 'Contar y enviar de nuevo'
            : secuencia > 1
              ? `Enviar otra vez (envío ${secuencia})`
              : 'Enviar al SII'}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Informar el ${formatDate(fecha)} de todos modos`}
          action="Enviar de todos modos"
          onConfirm={() => submit(true)}
          onClose={() => setAsking(undefined)}
        >
          <p>{asking}</p>
          {secuencia > 1 && <p>El envío {secuencia} toma el lugar del anterior. No se deshace.</p>}
        </ConfirmDialog>
      )}
    </div>
  )
}
