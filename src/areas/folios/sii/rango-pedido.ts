// A range as a request names it.

import { faultsError } from '../../../domain/errors'

/** Throws VALIDATION_ERROR where its end comes before its beginning. */
export function checkOrder({ desde, hasta }: { desde: number; hasta: number }): void {
  if (hasta < desde)
    throw faultsError([
      { campo: 'hasta', regla: 'minimo', mensaje: `No puede ser menor que desde (${desde})` },
    ])
}
