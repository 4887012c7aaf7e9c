// The acceptance of a document that nobody waits for: all of it inside the transaction of whoever has it issued (areas/recurrentes §4).

import type { Titular } from '../../../domain/titular'
import { checkEmpresa } from './check-empresa'
import type { Accepted, Emision } from './emision'

/**
 * Reads the request as of `now` and takes its folio, in the company's own name. Throws what emission throws, and `FolioPorConciliar` where the
 * SII must be asked first: nothing of it is kept then, and the caller undoes what it wrote.
 */
export const createAcceptUnasked =
  ({ emision }: { emision: Emision }) =>
  (cuerpo: unknown, { empresaId, ambiente }: Titular, now: Date): Accepted => {
    const reviewed = emision.review(cuerpo, { empresaId, ambiente }, true)
    checkEmpresa(reviewed, now)
    return emision.accept(reviewed, now)
  }
