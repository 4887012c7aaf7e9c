// One view of a form that the server and our own reading judge together: what is wrong, what is shown of it, what it comes to.

import { useMemo } from 'react'
import { useSesion } from '../api/sesion'
import { type Built, buildBody } from './body'
import { type FieldFault, inFormOrder, joinFaults, shownFaults } from './faults'
import type { Form } from './form'
import { useReferredDocument } from './note'
import type { State } from './reducer'
import { emissionType } from './types'
import { useValidation, type Validation } from './use-validation'

export interface Judgement extends Omit<Validation, 'faults' | 'about'> {
  built: Built
  /** Our own reading is content. */
  readable: boolean
  /** The server has judged just this, and it may be issued. */
  sound: boolean
  pending: boolean
  /** Asks the server once more. */
  retry(): void
  faults: readonly FieldFault[]
}

/** Whether the server's own route builds the note: then it alone is asked. */
export const isOwnVoid = ({ nota }: Form): boolean => nota?.respuesta === 'anular' && !nota.ajena

/**
 * Whether the server is asked of it: a form that has no line yet only where something is to be mended, so that a fault of ours and
 * what else is missing are told together.
 */
const isAsked = (form: Form, { body, faults }: Built, tried: boolean): boolean =>
  !isOwnVoid(form) && (tried || body.detalle.length > 0 || Object.keys(faults).length > 0)

/** `tried`: somebody asked to issue it. */
export function useJudgement(form: Form, tried: boolean): Judgement {
  const built = useMemo(() => buildBody(form), [form])
  const document = useReferredDocument(form.nota)
  const void_ = isOwnVoid(form)
  const { soloMira, puede } = useSesion()
  const judged = useValidation(!soloMira && puede('dte:emitir') && isAsked(form, built, tried) ? built : null)
  const readable = Object.keys(built.faults).length === 0
  return {
    ...judged,
    ...(void_ && { totals: document?.totales ?? null }),
    built,
    readable,
    sound: readable && (void_ ? document !== undefined : judged.sound),
    faults: joinFaults(built.faults, judged.faults),
  }
}

/** A receiver's field that the server wants of a document that may go to nobody: never waited for. */
const isDemand = (key: string, tipo: number): boolean =>
  emissionType(tipo)?.receptor === 'opcional' && /^(receptor\.|medio_pago$)/.test(key)

/** By field, of what is shown; and in order, for the summary. */
export function shownOf(
  faults: readonly FieldFault[],
  { form, touched }: State,
  tried: boolean,
): { list: readonly FieldFault[]; byKey: Readonly<Record<string, string>>; demand: boolean } {
  const shown = new Set(shownFaults(faults, { tried, touched, tipo: form.tipo }))
  const wanted = faults.filter((fault) => shown.has(fault) || isDemand(fault.key, form.tipo))
  const list = inFormOrder(wanted, form.lineas)
  return {
    list,
    byKey: Object.fromEntries(list.map(({ key, text }) => [key, text])),
    demand: list.some(({ key }) => key.startsWith('receptor.') && (tried || isDemand(key, form.tipo))),
  }
}
