// A sample beside what it is of, with the type of document it shows.

import { type ReactNode, useId, useState } from 'react'
import { FaultNotice } from '../shell/fault-notice'
import { CheckField, SelectField } from '../ui/field'
import { hasCedible } from '../ui/papel'
import { Skeleton } from '../ui/skeleton'
import { shortName } from '../ui/tipo'
import { placed } from './template-form'
import type { View } from './use-sample'

export function SamplePane({
  title,
  view,
  children,
}: {
  title: string
  view: View
  /** More to choose by, beside the type. */
  children?: ReactNode
}) {
  const id = useId()
  const { sample, tipo, tipos, onTipo, cedible, onCedible } = view
  const { url, fault } = sample
  // Faults of the body are shown at its fields.
  const atFields =
    fault !== null && fault.detalles.length > 0 && placed(fault).length === fault.detalles.length
  return (
    <section className="seccion plantilla-muestra" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="grilla">
        <SelectField
          label="Documento"
          value={String(tipo)}
          options={tipos.map((one) => [String(one), shortName(one)] as const)}
          onChange={(value) => onTipo(tipos.find((one) => String(one) === value) ?? tipo)}
        />
        {children}
      </div>
      {hasCedible(tipo) && <CheckField label="Con copia cedible" checked={cedible} onChange={onCedible} />}
      {fault && !atFields && <FaultNotice fault={fault} onRetry={sample.retry} />}
      <p role="status" className="ayuda">
        {atFields &&
          (url
            ? 'La muestra es de antes: no se puede hacer otra hasta corregir lo marcado.'
            : 'La muestra aparece cuando se corrige lo marcado.')}
      </p>
      {url ? (
        <Sheet url={url} title={`Muestra: ${shortName(tipo)}`} pending={sample.pending} />
      ) : (
        !fault && <Skeleton lines={8} label="Haciendo la muestra" />
      )}
      {url && (
        <a href={url} target="_blank" rel="noopener">
          Abrir la muestra en otra pestaña
        </a>
      )}
    </section>
  )
}

/**
 * The one before stays in sight until the next is drawn. A frame of its own each: another address in one would be a step back
 * in the browser's history.
 */
function Sheet({ url, title, pending }: { url: string; title: string; pending: boolean }) {
  const [drawn, setDrawn] = useState(url)
  // Phones open a PDF elsewhere, by the link.
  if (!navigator.pdfViewerEnabled) return null
  return (
    <div className="hoja" aria-busy={pending || drawn !== url || undefined}>
      {[...new Set([drawn, url])].map((one) => {
        const waits = one !== drawn
        return (
          <iframe
            key={one}
            src={`${one}#navpanes=0&toolbar=0&view=FitH`}
            title={waits ? `${title}, la siguiente` : title}
            className={waits ? 'espera' : undefined}
            aria-hidden={waits || undefined}
            tabIndex={waits ? -1 : undefined}
            onLoad={() => setDrawn(one)}
          />
        )
      })}
    </div>
  )
}
