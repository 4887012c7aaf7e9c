// Issuing: once, whatever happens between the click and the answer. The key is kept with the draft before anything is sent, and goes
// again unchanged with the same body until somebody says for certain what became of it.

import { useEffect, useRef, useState } from 'react'
import { api, type DataOf } from '../api/client'
import type { Fault } from '../api/fault'
import { createIdempotencyKey } from '../api/idempotency'
import { useInvalidate } from '../api/query'
import { type Built, reemplazoOf } from './body'
import { keyFor } from './drafts'
import type { FieldFault } from './faults'
import type { Form } from './form'
import { keepCliente } from './keep-cliente'
import { issueShared } from './shared-draft'
import type { DraftKeeper } from './use-draft'
import { readRefusal } from './use-validation'

export type Issued = DataOf<'POST /v1/dte/emitir'>

export interface Emission {
  busy: boolean
  /** The fault of the last attempt, until the next. */
  fault: Fault | null
  faults: readonly FieldFault[]
  /** The body that those are about, as text. */
  about: string | null
  issue(): void
}

/** The body and its route: an own document is voided by the route that builds its note. */
function requestOf(form: Form, { body }: Built) {
  const { nota } = form
  if (nota?.respuesta !== 'anular' || nota.ajena) return { body, anula: null }
  return {
    body: { motivo: nota.motivo.trim(), ...reemplazoOf(form) },
    anula: { tipo: nota.tipo, folio: nota.folio },
  }
}

async function issueOwn({ body, anula }: ReturnType<typeof requestOf>, clave: string): Promise<Issued> {
  if (!anula) return (await api('POST /v1/dte/emitir', { body: body as Built['body'], clave })).data
  const params = { tipo: String(anula.tipo), folio: String(anula.folio) }
  return (await api('POST /v1/dte/:tipo/:folio/anular', { params, body: body as { motivo: string }, clave }))
    .data
}

export function useEmission(
  form: Form,
  built: Built,
  draft: DraftKeeper,
  onIssued: (issued: Issued) => void,
  /** The shared draft has what the form says, under this version. */
  onVersion: (version: number) => void,
): Emission {
  const [state, setState] = useState<Omit<Emission, 'issue'>>({
    ...{ busy: false, fault: null, faults: [], about: null },
  })
  const invalidate = useInvalidate()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const issue = async (): Promise<void> => {
    if (state.busy) return
    const request = requestOf(form, built)
    const sent = keyFor(draft.sent(), request, createIdempotencyKey)
    draft.send(sent)
    setState({ busy: true, fault: null, faults: [], about: null })
    try {
      const data = form.borrador
        ? await issueShared(form.borrador, built.body, onVersion)
        : await issueOwn(request, sent.clave)
      draft.end()
      void keepCliente(form, invalidate)
      void invalidate(
        'GET /v1/documentos',
        'GET /v1/resumen',
        'GET /v1/dte/folios',
        'GET /v1/dte/emision',
        'GET /v1/cuenta/uso',
        'GET /v1/borradores',
        'GET /v1/borradores/:id',
      )
      // A person who went on to another page meanwhile is not called back from it.
      if (here.current) onIssued(data)
    } catch (thrown) {
      const about = JSON.stringify(built.body)
      setState({ busy: false, about, ...readRefusal(thrown, built.rows) })
    }
  }
  return { ...state, issue: () => void issue() }
}
