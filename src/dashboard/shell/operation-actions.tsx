// Retrying and discarding an operation at the SII that stopped or waits: what the one spends and the other leaves is said before.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { BASES, type Base } from './bases'
import { FaultNotice } from './fault-notice'
import { claseOf, isStopped, isUnderWay, nameOf, nextOf, type Operacion } from './operation'

export function OperationActions({
  base,
  operacion,
  onAct,
  onClose,
  onDone,
}: {
  base: Base
  operacion: Operacion
  onAct?: (() => void) | undefined
  onClose?: (() => void) | undefined
  /** The pressed button is gone with the state that offered it. */
  onDone: () => void
}) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  const lists = [`GET ${base}/trabajos`, `GET ${base}/trabajos/:jobId`, 'GET /v1/cuenta/uso'] as const
  const retry = useWrite(`POST ${base}/trabajos/:jobId/reintentar`, ...lists)
  const discard = useWrite(`POST ${base}/trabajos/:jobId/descartar`, ...lists)
  const { gasta, descartada } = claseOf(operacion.tipo)
  const name = nameOf(operacion)
  const waits = operacion.estado === 'pending' && nextOf(operacion, new Date()) !== null
  const acts = (isStopped(operacion) || waits) && puede(BASES[base].actuar) && !soloMira
  const params = { jobId: operacion.id }
  const over = !isUnderWay(operacion) && !isStopped(operacion)
  if (!acts && !(onClose && over)) return null
  return (
    <>
      {retry.error && <FaultNotice fault={retry.error} />}
      <div className="acciones">
        {acts && (
          <>
            <Button
              small
              busy={retry.isPending}
              aria-label={`${waits ? 'Intentar ahora' : 'Reintentar'}: ${name}`}
              onClick={() => {
                onAct?.()
                retry.mutate({ params }, { onSuccess: onDone })
              }}
            >
              {waits ? 'Intentar ahora' : 'Reintentar'}
            </Button>
            <Button
              small
              tone="peligro"
              aria-label={`Descartar: ${name}`}
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
            >
              Descartar
            </Button>
            <small>{gasta && !waits ? `Reintentar gasta ${gasta}.` : 'No gasta otra consulta.'}</small>
          </>
        )}
        {onClose && over && (
          <Button small tone="liso" aria-label={`Quitar de la vista: ${name}`} onClick={onClose}>
            Quitar de la vista
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`Descartar: ${name}`}
          action="Descartar la operación"
          busy={discard.isPending}
          onConfirm={() => {
            onAct?.()
            discard.mutate(
              { params },
              {
                onSuccess() {
                  setAsking(false)
                  onDone()
                },
              },
            )
          }}
          onClose={() => setAsking(false)}
        >
          <p>{descartada}</p>
          {discard.error && <FaultNotice fault={discard.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}
