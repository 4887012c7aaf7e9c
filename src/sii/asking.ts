// A fault of the SII as the answer to whoever waits for it (http §8).

import { AppError } from '../domain/errors'
import { dichoOf } from './dicho'
import { SiiFault } from './sii'

/** Throws a fault of the SII as 503, 504 or 502 would be said. */
export async function asking<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query()
  } catch (fault) {
    if (!(fault instanceof SiiFault)) throw fault
    const detalles = fault.codigo || fault.glosa ? [dichoOf(fault)] : undefined
    throw new AppError(fault.code, fault.message, { ...(detalles && { detalles }), cause: fault })
  }
}
