// The server's judgement of the form as the person types: totals, amounts of lines, faults and warnings. It
// alone computes.

import { useEffect, useState } from 'react'
import { api, type DataOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { CONDUCTA } from '../api/faults'
import { useOffline } from '../shell/connection'
import type { Built } from './body'
import { type FieldFault, fieldFaults } from './faults'

const WAIT_MS = 250

type Judged = DataOf<'POST /v1/dte/validar'>

export interface Validation {
  /** The totals of the last sound body; they stay while the next one is judged. */
  totals: Judged['totales'] | null
  /** The amount of each line, by its id. */
  amounts: Readonly<Record<string, number>>
  warnings: Judged['advertencias']
  faults: readonly FieldFault[]
  /** The fault of no field. */
  fault: Fault | null
  /** The body that this is about, as text. */
  about: string | null
}

const NOTHING: Validation = {
  ...{ totals: null, amounts: {}, warnings: [], faults: [], fault: null, about: null },
}

/** The faults of a refusal: at fields, or of the whole. */
export function readRefusal(thrown: unknown, rows: Built['rows']): Pick<Validation, 'faults' | 'fault'> {
  const fault = toFault(thrown)
  // Some say figures and no field: their words are the fault's own.
  const said = fault.detalles.filter(({ mensaje }) => mensaje)
  const atFields = CONDUCTA[fault.code].trato === 'campos' && said.length > 0
  return { faults: atFields ? fieldFaults(said, rows) : [], fault: atFields ? null : fault }
}

export interface Asked {
  /** The answer is about this very body, and good. */
  sound: boolean
  pending: boolean
  retry(): void
}

/** `built` null asks nothing. */
export function useValidation(built: Built | null): Validation & Asked {
  const [last, setLast] = useState(NOTHING)
  // Asked again once somebody answers.
  const offline = useOffline()
  const [turn, setTurn] = useState(0)
  const body = built ? JSON.stringify(built.body) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the body's text stands for `built`, which is new at every key
  useEffect(() => {
    if (!built) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api('POST /v1/dte/validar', { body: built.body, signal: controller.signal }).then(
        ({ data }) =>
          setLast({
            totals: data.totales,
            amounts: Object.fromEntries(
              data.detalle.map(({ linea, monto }) => [built.rows.detalle?.[linea - 1] ?? '', monto ?? 0]),
            ),
            warnings: data.advertencias,
            faults: [],
            fault: null,
            about: body,
          }),
        (thrown) => {
          if (controller.signal.aborted) return
          setLast((before) => ({ ...before, warnings: [], ...readRefusal(thrown, built.rows), about: body }))
        },
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body, offline, turn])
  const retry = (): void => setTurn(turn + 1)
  if (!built) return { ...NOTHING, sound: false, pending: false, retry }
  const pending = last.about !== body
  return { ...last, pending, retry, sound: !pending && !last.fault && last.faults.length === 0 }
}
