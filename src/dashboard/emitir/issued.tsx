// It was taken, and there is no document to go to: its hour has not come, or the person may not read documents.

import { useEffect, useRef } from 'react'
import { useSesion } from '../api/sesion'
import { Button, LinkButton } from '../ui/button'
import { shortName } from '../ui/tipo'
import { Warnings } from './summary'
import type { Issued } from './use-emission'

export function IssuedPanel({
  issued,
  onAgain,
  onNew,
}: {
  issued: Issued
  onAgain: (() => void) | null
  onNew: () => void
}) {
  const { tipo_dte, folio, job_id, advertencias = [] } = issued
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { puede } = useSesion()
  const name = folio === null ? shortName(tipo_dte) : `${shortName(tipo_dte)} N° ${folio}`
  return (
    <section className="seccion" aria-label="Emitida">
      <h2 ref={heading} tabIndex={-1}>
        {name}: {folio === null ? 'programada' : 'recibida por Timbre'}
      </h2>
      {folio === null && <p>Toma su folio y se emite a su hora.</p>}
      <Warnings warnings={advertencias} />
      <div className="acciones">
        <Button tone="primario" onClick={onNew}>
          Nueva
        </Button>
        {onAgain && <Button onClick={onAgain}>Otra igual</Button>}
        {puede('dte:leer') && <LinkButton href={`/trabajos/${job_id}`}>Ver el trabajo</LinkButton>}
      </div>
    </section>
  )
}
