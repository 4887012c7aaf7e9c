// The simulación: twenty documents like the company's own, of each type it certifies, in one envelope (areas/certificacion §3).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone, LinkButton } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { shortName } from '../ui/tipo'
import { type Camino, ENVEJECE, simulacionLack } from './camino'
import { AskLacking } from './ensayo'

export function IssueSimulacion({ camino, tone }: { camino: Camino; tone: ButtonTone }) {
  const { puede, soloMira, ambiente } = useSesion()
  const [asking, setAsking] = useState(false)
  const wish = useWish()
  const issue = useWrite('POST /v1/certificacion/:id/simulacion', ...ENVEJECE, 'GET /v1/documentos')
  if (!puede('dte:emitir') || soloMira) return null
  const simulado = ambiente === 'simulacion'
  const lacking = simulacionLack(camino.sets)
  const send = (): void => {
    if (issue.isPending) return
    setAsking(false)
    const intentos = camino.sets.find(({ clase }) => clase === 'simulacion')?.intentos ?? 0
    const clave = wish.keyOf({ id: camino.id, intentos })
    issue.mutate(
      { params: { id: camino.id }, body: {}, clave },
      { onSettled: (_, fault) => wish.settled(fault) },
    )
  }
  if (lacking.length)
    return (
      <>
        <p>
          Faltan folios:{' '}
          {lacking
            .map(({ tipo_dte, faltan }) => `${faltan} de ${shortName(tipo_dte).toLowerCase()}`)
            .join(', ')}
          .
        </p>
        <div className="acciones">
          {simulado && <AskLacking lacking={lacking} what="la simulación" tone={tone} />}
          <LinkButton href="/folios">Ir a Folios</LinkButton>
        </div>
      </>
    )
  return (
    <>
      <p>Timbre los hace de lo aprobado en los sets: los mismos tipos y clientes, sin mencionar el set.</p>
      {issue.error && <FaultNotice fault={issue.error} />}
      <div>
        <Button
          tone={tone}
          busy={issue.isPending}
          waiting="Emitiendo…"
          aria-haspopup={simulado ? undefined : 'dialog'}
          onClick={() => (simulado ? send() : setAsking(true))}
        >
          Emitir la simulación
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Emitir la simulación en certificación"
          action="Emitir"
          danger={false}
          busy={issue.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>
            Toma folios nuevos y sube los documentos al SII en un solo envío. No se deshace: si algo está mal,
            se emite otra vez con otros folios.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
