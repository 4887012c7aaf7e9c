// The refusal of several requests that are accepted whole or not at all: a batch (http §1), or a set.

import { AppError, type Fault, faultsError } from '../../../domain/errors'
import { STATUS } from '../../../http/error-status'
import { FolioPorConciliar } from '../../folios'

/** Faults that the answer to one batch tells: its documents share them, each at least ten. */
export const FALTAS_LOTE = 1000

/** The result of the work on one request, or its fault; what is the fault of none of them is thrown. */
export function orFault<T>(work: () => T): T | AppError {
  try {
    return work()
  } catch (fault) {
    // No place in the queue, and a type por conciliar, are no fault of the document: nothing of the batch is accepted.
    if (!(fault instanceof AppError) || fault.code === 'QUEUE_UNAVAILABLE') throw fault
    if (fault instanceof FolioPorConciliar) throw fault
    return fault
  }
}

/**
 * The faults of requests that are taken whole or not at all, each under the place that `placeOf` gives its index: always a 422. Null
 * where there are none.
 */
export function refusal(
  resultados: readonly (object | null)[],
  placeOf: (index: number) => string,
): AppError | null {
  let omitidos = 0
  const faults = resultados.flatMap((resultado, i): Fault[] => {
    if (!(resultado instanceof AppError)) return []
    const { code, message, detalles = [] } = resultado
    omitidos += resultado.omitidos
    const own = (detalles as Partial<Fault>[]).filter(({ mensaje }) => mensaje !== undefined) as Fault[]
    const at = placeOf(i)
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
