// An example document on a paper, as PDF, asked again a little after whatever it is of changed. The last good one stays meanwhile.

import { useEffect, useRef, useState } from 'react'
import { FACTURA, type TipoDte } from '../../domain/dte/tipos'
import { api, type BodyOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useOffline } from '../shell/connection'
import { hasCedible } from '../ui/papel'

const WAIT_MS = 500

type SampleBody = NonNullable<BodyOf<'POST /v1/plantilla/previsualizar'>>

export interface Sample {
  /** In memory; null until there is one. */
  url: string | null
  /** The fault of the last body; `url` then shows an earlier one. */
  fault: Fault | null
  /** The sample shown is not yet of the last body. */
  pending: boolean
  retry(): void
}

/** `body` null asks nothing. `after`: whatever else would change the paper. */
function useSample(body: SampleBody | null, after?: unknown): Sample {
  const [last, setLast] = useState<{ url: string | null; fault: Fault | null; about: string | null }>({
    ...{ url: null, fault: null, about: null },
  })
  // Asked again once somebody answers.
  const offline = useOffline()
  const [turn, setTurn] = useState(0)
  const asked = useRef(false)
  const text = body && JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the body's text stands for it, and what else changes it is asked of anew
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const ask = (): void => {
      asked.current = true
      api('POST /v1/plantilla/previsualizar', { body, signal: controller.signal }).then(
        (pdf) => setLast({ url: URL.createObjectURL(pdf), fault: null, about: text }),
        (thrown) =>
          controller.signal.aborted ||
          setLast((before) => ({ ...before, fault: toFault(thrown), about: text })),
      )
    }
    // The first is not typed by anybody.
    const timer = setTimeout(ask, asked.current ? WAIT_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, after, offline, turn])
  const { url } = last
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return { url, fault: last.fault, pending: last.about !== text, retry: () => setTurn(turn + 1) }
}

/** A sample and the type of document it is of. */
export interface View {
  sample: Sample
  tipo: TipoDte
  tipos: readonly TipoDte[]
  onTipo: (tipo: TipoDte) => void
  cedible: boolean
  onCedible: (cedible: boolean) => void
}

/** `tipos` are those to look at; without any there is nothing to show. */
export function useView(
  tipos: readonly TipoDte[],
  body: Omit<SampleBody, 'tipo_dte' | 'cedible'>,
  after?: unknown,
): View {
  const [chosen, setChosen] = useState<TipoDte>(FACTURA)
  const [cedible, setCedible] = useState(false)
  const tipo = tipos.includes(chosen) ? chosen : (tipos[0] ?? chosen)
  const asked = { ...body, tipo_dte: tipo, ...(cedible && hasCedible(tipo) && { cedible }) }
  const sample = useSample(tipos.length ? asked : null, after)
  return { sample, tipo, tipos, onTipo: setChosen, cedible, onCedible: setCedible }
}
