// The action that a state asks of the person, and the way to mark it as done.

import { correoDelSii } from '../../domain/correo-sii'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import type { Actions } from './actions'
import { type Documento, isStopped } from './estado'
import { To } from './related'

export function Verdict({ documento, actions }: { documento: Documento; actions: Actions | undefined }) {
  if (documento.estado_sii === 'rechazado') return <Rejected {...{ documento, actions }} />
  if (documento.estado_sii === 'aceptado_con_reparos')
    return (
      <Notice tone="aviso" title="El SII lo aceptó con reparos." quiet>
        <p>Vale como está. Lea el reparo: el próximo documento igual lo tendrá también.</p>
        <Mailed {...{ documento }} />
        <Seen {...{ documento, actions }} words="Dar por visto" />
      </Notice>
    )
  if (isStopped(documento))
    return (
      <Notice tone="mal" title="La emisión se detuvo" quiet>
        <p>El documento tiene su folio y aún no llega al SII.</p>
        <div>
          <LinkButton href={`/trabajos/${documento.job_id}`} tone="primario">
            Ver la causa
          </LinkButton>
        </div>
      </Notice>
    )
  if (documento.estado_sii === 'no_enviado' && documento.explicacion)
    return (
      <Notice tone="aviso" title="Todavía no llega al SII" quiet>
        <p>{documento.explicacion.causa}.</p>
        <p>{documento.explicacion.solucion}.</p>
      </Notice>
    )
  return null
}

function Rejected({ documento, actions }: { documento: Documento; actions: Actions | undefined }) {
  const { reemplazado_por } = documento
  return (
    <Notice
      tone={documento.atendido ? 'aviso' : 'mal'}
      title="Este documento no existe para el SII ni para el receptor."
      quiet
    >
      {reemplazado_por ? (
        <p>
          Se emitió de nuevo como <To {...reemplazado_por} />.
        </p>
      ) : (
        <>
          <p>No lo anule con una nota: corrija y emita otro.</p>
          <Mailed {...{ documento }} />
          {actions?.corregir && (
            <div>
              <LinkButton href={actions.corregir} tone="primario">
                Corregir y emitir de nuevo
              </LinkButton>
            </div>
          )}
          <Seen {...{ documento, actions }} words="No se emitirá otro" />
        </>
      )}
    </Notice>
  )
}

/** The SII's mail fills in for its services, and says that nobody signed it. */
function Mailed({ documento }: { documento: Documento }) {
  const dicho = correoDelSii(documento.historial)
  // Where the remedy was to read it the explanation has its words.
  return dicho && !documento.explicacion?.solucion.includes(dicho) && <p>{dicho}</p>
}

/** It leaves what requires attention, and comes back when asked. */
function Seen({
  documento: { tipo_dte, folio },
  actions,
  words,
}: {
  documento: Documento
  actions: Actions | undefined
  words: string
}) {
  const write = useWrite(
    'POST /v1/documentos/:tipo/:folio/atender',
    'GET /v1/documentos/:tipo/:folio',
    'GET /v1/documentos',
    'GET /v1/resumen',
  )
  if (!actions?.atender) return null
  const atendido = actions.atender === 'visto'
  return (
    <div>
      <Button
        busy={write.isPending}
        onClick={() =>
          write.mutate({ params: { tipo: String(tipo_dte), folio: String(folio) }, body: { atendido } })
        }
      >
        {atendido ? words : 'Visto. Devolver a lo que requiere atención'}
      </Button>
      {write.error && <FaultNotice fault={write.error} />}
    </div>
  )
}
