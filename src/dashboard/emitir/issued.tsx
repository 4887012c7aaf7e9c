// It was taken: what it is now, and what comes next.

import { useEffect, useRef } from 'react'
import { urlOf } from '../api/client'
import { useApi } from '../api/query'
import { Button, LinkButton } from '../ui/button'
import { formatAmount } from '../ui/format'
import { Notice } from '../ui/notice'
import { SiiStatus } from '../ui/status'
import { shortName } from '../ui/tipo'
import { Warnings } from './summary'
import type { Issued } from './use-emission'

const EACH_MS = 1500
const FINAL = new Set(['aceptado', 'aceptado_con_reparos', 'rechazado'])

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
  const { data } = useApi('GET /v1/documentos/:tipo/:folio', { ruta }, { activa: folio !== null })
  const document = data?.data
  const open = folio !== null && !FINAL.has(document?.estado_sii ?? '')
  // Until an event or an answer says the last word.
  useApi('GET /v1/documentos/:tipo/:folio', { ruta }, { activa: open, cada: open && EACH_MS })
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
        {folio !== null && (
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
