// The values of one query, read so that their faults come together (http §8).

import { AppError, type Fault, faultsError } from '../domain/errors'

/** The results of the reads, in order. Throws one INVALID_PARAMETER with the faults of all that throw it. */
export function readAll<T extends (() => unknown)[]>(...reads: T): { [K in keyof T]: ReturnType<T[K]> } {
  const faults: Fault[] = []
  const values = reads.map((read) => {
    try {
      return read()
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.code !== 'INVALID_PARAMETER') throw fault
      faults.push(...(fault.detalles as Fault[]))
      return undefined
    }
  })
  if (!faults.length) return values as { [K in keyof T]: ReturnType<T[K]> }
  const { message, detalles } = faultsError(faults)
  throw new AppError('INVALID_PARAMETER', message, { detalles })
}
