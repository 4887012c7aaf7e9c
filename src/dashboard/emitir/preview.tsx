// The document as it would be printed, with a watermark and without a folio. The last good one stays while the next is made.

import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import type { SolicitudDte } from '../api/routes.gen'
import { FaultNotice } from '../shell/fault-notice'
import { SelectField } from '../ui/field'
import { PAPELES, type Papel } from '../ui/papel'

const WAIT_MS = 800

/** `body` null while what is typed is not sound. `called`: the person has just asked for it, and is led to it. */
export function Preview({
  body: solicitud,
  start,
  called,
}: {
  body: SolicitudDte | null
  start: Papel
  called: boolean
}) {
  const root = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it opens, and never again
  useEffect(() => {
    if (!called) return
    root.current?.focus({ preventScroll: true })
    // Below the form it opens out of sight; beside it nothing moves.
    root.current?.scrollIntoView({
      block: matchMedia('(width >= 1840px)').matches ? 'nearest' : 'start',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  }, [])
  const [format, setFormat] = useState<Papel>(start)
  const [url, setUrl] = useState<string | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const body = solicitud && JSON.stringify(solicitud)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the body's text stands for `solicitud`, which is new at every key
  useEffect(() => {
    if (!solicitud) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api('POST /v1/dte/previsualizar', {
        query: { formato: format },
        body: solicitud,
        signal: controller.signal,
      }).then(
        (blob) => {
          setFault(null)
          setUrl(URL.createObjectURL(blob))
        },
        (thrown) => controller.signal.aborted || setFault(toFault(thrown)),
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body, format])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <section ref={root} tabIndex={-1} className="seccion emitir-vista" aria-label="Vista previa">
      <SelectField label="Papel" options={PAPELES} value={format} onChange={setFormat} />
      {fault && <FaultNotice fault={fault} />}
      {url ? (
        <iframe src={`${url}#toolbar=0&navpanes=0&view=FitH`} title="Vista previa del documento" />
      ) : (
        <p className="ayuda">Aparece cuando el documento está completo.</p>
      )}
    </section>
  )
}
