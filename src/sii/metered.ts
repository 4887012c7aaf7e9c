// The charge to a client: around every question that leaves on his behalf a unit of his quota is spoken for,
// and charged when the service answered, whatever it said. When nothing answered it is given back (http
// §16.3).

import { AppError, type ErrorCode } from '../domain/errors'
import type { Operacion } from '../domain/plan/cuota'
import { type Sii, SiiFault } from './sii'

/** Speaks for a unit; exactly one of the two is then called. Throws when there is none left. */
type Reserve<P> = (pagador: P, operacion: Operacion) => { confirm(): void; release(): void }

/** Runs `call` in the name of `pagador`. Throws what `Reserve` does, and what `call` does. */
export type Charge<P> = <T>(pagador: P, operacion: Operacion, call: () => Promise<T>) => Promise<T>

export const createCharge =
  <P>(reserve: Reserve<P>): Charge<P> =>
  async (pagador, operacion, call) => {
    const unit = reserve(pagador, operacion)
    let answer: Awaited<ReturnType<typeof call>>
    try {
      answer = await call()
    } catch (fault) {
      if (answered(fault)) unit.confirm()
      else unit.release()
      throw fault
    }
    unit.confirm()
    return answer
  }

const ANSWERS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SII_ERROR',
  'SII_REFUSED',
  'PORTAL_LOCKED',
  'PORTAL_FORBIDDEN',
])

// SII_ERROR of a service outside the `Sii` interface is an answer, if a bad one.
const answered = (fault: unknown): boolean =>
  fault instanceof SiiFault ? fault.answered : fault instanceof AppError && ANSWERS.has(fault.code)

/** The SII as one client asks it: every question charged, but for those of the registry of acceptances, several of which are one. Sending documents belongs to issuing, which has a quota of its own. */
export const createMetered =
  <P>(sii: Sii, charge: Charge<P>) =>
  (pagador: P): Sii => ({
    ...sii,
    queryEnvio: (...args) => charge(pagador, 'estado_envio', () => sii.queryEnvio(...args)),
    queryDte: (...args) => charge(pagador, 'consulta_dte', () => sii.queryDte(...args)),
    queryDteAv: (...args) => charge(pagador, 'consulta_dte', () => sii.queryDteAv(...args)),
  })
