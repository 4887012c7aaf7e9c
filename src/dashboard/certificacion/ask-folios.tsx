// The folios that the next runs lack, asked of the SII by one button: of all sets, or of the simulación (areas/certificacion §3).

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone, LinkButton } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { type Camino, ENVEJECE } from './camino'
import type { PedidoSimulacion } from './propios'

/** `pedido`: the documents of a simulación; else those of the sets. */
export function AskFolios({
  camino,
  pedido,
  tone,
  onAll,
}: {
  camino: Camino
  pedido?: PedidoSimulacion
  tone: ButtonTone
  /** All that were lacking are there. */
  onAll?: () => void
}) {
  const { puede, soloMira, ambiente } = useSesion()
  const [sure, setSure] = useState(false)
  const wish = useWish()
  const ask = useWrite(
    'POST /v1/certificacion/:id/folios',
    ...ENVEJECE,
    'GET /v1/resumen',
    'GET /v1/cuenta/uso',
  )
  const simulado = ambiente === 'simulacion'
  const send = (): void => {
    if (ask.isPending) return
    setSure(false)
    const body = pedido ?? {}
    ask.mutate(
      { params: { id: camino.id }, query: {}, body, clave: wish.keyOf(body) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess: ({ data }) => {
          if (data.folios.every(({ faltan }) => faltan === 0)) onAll?.()
        },
      },
    )
  }
  return (
    <>
      {ask.error && <FaultNotice fault={ask.error} />}
      {ask.data && <Asked folios={ask.data.data.folios} />}
      <div className="acciones">
        {puede('folios:administrar') && !soloMira && (
          <Button
            tone={tone}
            busy={ask.isPending}
            waiting="Pidiendo…"
            aria-haspopup={simulado ? undefined : 'dialog'}
            onClick={() => (simulado ? send() : setSure(true))}
          >
            Pedir los que faltan
            <span className="solo-lector"> a {pedido ? 'la simulación' : 'los sets'}</span>
          </Button>
        )}
        <LinkButton href="/folios">Ir a Folios</LinkButton>
      </div>
      {sure && (
        <ConfirmDialog
          title="Pedir los folios que faltan"
          action="Pedir"
          danger={false}
          busy={ask.isPending}
          onConfirm={send}
          onClose={() => setSure(false)}
        >
          <p>
            Timbre los pide en el sitio del SII, por la empresa, de cada tipo que falta. Cuando el SII los
            otorga ya no se deshace: los que no se usen hay que anularlos.
          </p>
          <Cost>Gasta una consulta al SII por cada tipo.</Cost>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The answer for what did not come at once; where all came, the step goes away by itself. */
function Asked({ folios }: { folios: DataOf<'POST /v1/certificacion/:id/folios'>['folios'] }) {
  const lacking = folios.filter(({ faltan }) => faltan > 0)
  if (!lacking.length) return null
  return (
    <Notice tone="aviso" title="Aún faltan folios">
      <ul>
        {lacking.map(({ tipo_dte, faltan, trabajo }) => (
          <li key={tipo_dte}>
            {shortName(tipo_dte)}: {plural(faltan, 'folio')}.{' '}
            {trabajo?.error?.error ??
              (trabajo?.estado === 'completed'
                ? 'El SII dio menos: pídalos otra vez.'
                : 'El SII aún no responde; esta página lo muestra sola.')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
