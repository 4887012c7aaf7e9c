// The report of used folios of the day of the boletas, as a step of their road (areas/certificacion §10).

import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone, LinkButton } from '../ui/button'
import { type Camino, ENVEJECE } from './camino'

export function SendRcof({ camino, tone }: { camino: Camino; tone: ButtonTone }) {
  const { puede, soloMira } = useSesion()
  // A lost answer must not become a second report.
  const wish = useWish()
  const send = useWrite(
    'POST /v1/certificacion/:id/rcof',
    ...ENVEJECE,
    'GET /v1/dte/rcof',
    'GET /v1/cuenta/uso',
  )
  const { rcof } = camino
  if (!rcof) return null
  if (rcof.reintentar)
    return (
      <div className="acciones">
        <LinkButton href={`/rcof/${rcof.fecha}`}>Ir al consumo de folios</LinkButton>
      </div>
    )
  const submit = (): void => {
    if (send.isPending) return
    const clave = wish.keyOf({ id: camino.id, rcof })
    send.mutate(
      { params: { id: camino.id }, query: {}, body: {}, clave },
      { onSettled: (_, fault) => wish.settled(fault) },
    )
  }
  return (
    <>
      {send.error && <FaultNotice fault={send.error} />}
      {puede('rcof:enviar') && !soloMira && <Cost>Gasta una consulta al SII.</Cost>}
      <div className="acciones">
        {puede('rcof:enviar') && !soloMira && (
          <Button tone={tone} busy={send.isPending} waiting="Enviando…" onClick={submit}>
            Enviar el consumo de folios
          </Button>
        )}
        {puede('dte:leer') && <LinkButton href={`/rcof/${rcof.fecha}`}>Ver lo que dice</LinkButton>}
      </div>
    </>
  )
}
