// Sends the documents of a batch, a hundred at a time, one after the other; what became of each is told as it comes.

import { useMemo, useState } from 'react'
import { api } from '../../api/client'
import { type Fault, toFault } from '../../api/fault'
import { createIdempotencyKey } from '../../api/idempotency'
import { useInvalidate } from '../../api/query'
import { useSesion } from '../../api/sesion'
import type { BatchDocument } from '../../shell/planilla/documents'
import { type Outcome, outcomeOf } from '../../shell/planilla/outcome'
import { createLedger, keysOf } from './results'

const AT_ONCE = 100

const storage = (): Storage | null => {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

export interface Sending {
  /** By the key of each document; what this tab issued before among them. */
  outcomes: ReadonlyMap<string, Outcome>
  busy: boolean
  /** The fault of the last hundred sent: nothing was taken, or nobody knows what was. */
  fault: Fault | null
  send(documentos: readonly BatchDocument[], all: boolean): Promise<void>
}

/** `documentos`: all of the table, in order. */
export function useSend(documentos: readonly BatchDocument[]): Sending & { keys: readonly string[] } {
  const { usuario, empresa, ambiente } = useSesion()
  const ledger = useMemo(
    () => createLedger(storage(), `timbre:lote:${usuario.id}:${empresa.id}:${ambiente}`),
    [usuario.id, empresa.id, ambiente],
  )
  const invalidate = useInvalidate()
  const [told, setTold] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const keys = useMemo(() => keysOf(documentos), [documentos])
  const outcomes = new Map(told)
  for (const key of keys) {
    const taken = ledger.find(key)
    if (taken && !outcomes.has(key)) outcomes.set(key, { taken, warnings: [] })
  }

  const send = async (chosen: readonly BatchDocument[], all: boolean): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFault(null)
    const found = new Map(told)
    try {
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const part = chosen.slice(from, from + AT_ONCE)
        const body = {
          documentos: part.map((one) => one.body),
          ...(all && { todo_o_nada: true }),
        }
        const { data } = await api('POST /v1/dte/emitir/lote', {
          body,
          clave: ledger.keyOf(body, createIdempotencyKey),
        })
        const told = data.documentos.flatMap((answer) => {
          const documento = part[answer.indice]
          const key = documento && keys[documentos.indexOf(documento)]
          return documento && key ? [[key, outcomeOf(answer, documento)] as const] : []
        })
        for (const [key, outcome] of told) found.set(key, outcome)
        ledger.add(told.flatMap(([key, one]) => ('taken' in one ? [[key, one.taken] as const] : [])))
        ledger.settle(body)
        setTold(new Map(found))
      }
    } catch (thrown) {
      setFault(toFault(thrown))
    } finally {
      setBusy(false)
      void invalidate('GET /v1/documentos', 'GET /v1/dte/folios', 'GET /v1/dte/emision', 'GET /v1/cuenta/uso')
    }
  }
  return { keys, outcomes, busy, fault, send }
}
