// The fields of an expected failure, for assertions.

import { AppError } from '../../src/domain/errors'

/** Code and rules of the AppError that `work` throws; fails when it throws none. */
export function refusal(work: () => unknown): { code: string; reglas: string[]; message: string } {
  try {
    work()
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault
    const reglas = (fault.detalles ?? []).map((detalle) => (detalle as { regla: string }).regla)
    return { code: fault.code, reglas, message: fault.message }
  }
  throw new Error('nothing was refused')
}
