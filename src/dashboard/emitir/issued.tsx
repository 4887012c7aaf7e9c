// It was taken: what it is now, and what comes next.

import { useEffect, useRef } from 'react'
import { urlOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Button, LinkButton } from '../ui/button'
import { formatAmount } from '../ui/format'
import { Notice } from '../ui/notice'
import { SiiStatus } from '../ui/status'
import { shortName } from '../ui/tipo'
import { Warnings } from './summary'
import type { Issued } from './use-emission'

const EACH_MS = 2500

export function IssuedPanel({
  issued,
  onAgain,
  onNew,
}: {
  issued: Issued
  onAgain: (() => void) | null
  onNew: () => void
}) {
  const { tipo_dte, folio, advertencias = [] } = issued
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const ruta = { tipo: String(tipo_dte), folio: String(folio) }
  const { puede } = useSesion()
  // Events say what becomes of it; without them it is asked.
  const { data } = useApi(
    'GET /v1/documentos/:tipo/:folio',
    { ruta },
    { activa: folio !== null && puede('dte:leer'), cada: usePolling(EACH_MS) },
  )
  const document = data?.data
  const stopped = document?.estado === 'failed' || document?.estado === 'dlq'
  const name = folio === null ? shortName(tipo_dte) : `${shortName(tipo_dte)} N° ${folio}`
  return (
    <section className="seccion emitida" aria-label="Emitida">
      <h2 ref={heading} tabIndex={-1}>
        {name}: {folio === null ? 'programada' : 'recibida por Timbre'}
      </h2>
      {document && (
        <p role="status">
          {document.razon_social_receptor ?? document.rut_receptor} ·{' '}
          {formatAmount(document.totales.monto_total, document.totales.moneda)} ·{' '}
          <SiiStatus estado={document.estado_sii} />
        </p>
      )}
      {document?.estado_sii === 'rechazado' && (
        <Notice tone="mal">
          <p>{document.glosa_sii}</p>
          <p>
            Este documento no existe para el SII ni para el receptor. No lo anule con una nota: corrija y
            emita otro.
          </p>
        </Notice>
      )}
      {stopped && (
        <Notice tone="mal" title="La emisión se detuvo">
          <p>El documento tiene su folio y aún no llega al SII.</p>
          <div>
            <LinkButton href={`/trabajos/${issued.job_id}`}>Ver la causa</LinkButton>
          </div>
        </Notice>
      )}
      <Warnings warnings={advertencias} />
      <div className="acciones">
        <Button tone="primario" onClick={onNew}>
          Nueva
        </Button>
        {onAgain && (
          <Button onClick={onAgain}>
            {document?.estado_sii === 'rechazado' ? 'Corregir y emitir de nuevo' : 'Otra igual'}
          </Button>
        )}
        {folio !== null && puede('dte:leer') && (
          <LinkButton href={`/documentos/${tipo_dte}/${folio}`}>Ver el documento</LinkButton>
        )}
        {folio !== null && document && (
          <a
            className="boton normal"
            target="_blank"
            rel="noreferrer"
            href={urlOf('/v1/dte/pdf/:tipo/:folio', ruta, { disposicion: 'inline' })}
          >
            Imprimir
          </a>
        )}
      </div>
    </section>
  )
}
