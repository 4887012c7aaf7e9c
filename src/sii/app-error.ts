// A fault of the SII as an answer of the API tells it.

import { AppError } from '../domain/errors'
import { SiiFault } from './sii'

/** What is thrown on: a fault of the SII with its code and words, anything else as it is. */
export function asAppError(fault: unknown): unknown {
  if (!(fault instanceof SiiFault)) return fault
  const told = fault.codigo || fault.glosa
  return new AppError(fault.code, fault.message, {
    ...(told && { detalles: [{ sii_codigo: fault.codigo, sii_glosa: fault.glosa }] }),
    cause: fault,
  })
}
