// The refusal of several requests that are accepted whole or not at all: a batch (http §1), or a set.

import { AppError, type Fault, faultsError } from '../../../domain/errors'
import { STATUS } from '../../../http/error-status'
import { FolioPorConciliar } from '../../folios'
import type { Accepted } from './emision'

/** The result of one request of a batch. */
export type Resultado = { accepted: Accepted } | { fault: AppError }

/** Faults that the answer to one batch tells: its documents share them, each at least ten. */
export const FALTAS_LOTE = 1000

/** The fault of one request; what is the fault of none of them is thrown. */
export const fallaDe = (fault: unknown): AppError => {
  // No place in the queue, and a type por conciliar, are no fault of the document: nothing of the batch is accepted.
  if (!(fault instanceof AppError) || fault.code === 'QUEUE_UNAVAILABLE') throw fault
  if (fault instanceof FolioPorConciliar) throw fault
  return fault
}

/**
 * The faults of requests that are taken whole or not at all, each under its own path in the list `campo`: always a 422. Null where
 * there are none.
 */
export function refusal(resultados: readonly (Resultado | null)[], campo: string): AppError | null {
  let omitidos = 0
  const faults = resultados.flatMap((resultado, i): Fault[] => {
    if (!resultado || !('fault' in resultado)) return []
    const { code, message, detalles = [] } = resultado.fault
    omitidos += resultado.fault.omitidos
    const own = (detalles as Partial<Fault>[]).filter(({ mensaje }) => mensaje !== undefined) as Fault[]
    const at = `${campo}[${i}]`
    if (!own.length) return [{ campo: at, regla: 'documento', mensaje: `${at}: ${message}`, code }]
    return own.map(({ campo, regla, mensaje }) => ({
      campo: campo ? `${at}.${campo}` : at,
      regla,
      mensaje: `${at}: ${mensaje}`,
      code,
    }))
  })
  if (!faults.length) return null
  // An omitted field has the codes of its document, which stand here.
  const {
    message,
    code,
    detalles,
    omitidos: others,
  } = faultsError(faults, { cuantas: omitidos, codes: new Set() }, FALTAS_LOTE)
  return new AppError(STATUS[code] === 422 ? code : 'VALIDATION_ERROR', message, {
    detalles: detalles!,
    omitidos: others,
  })
}
