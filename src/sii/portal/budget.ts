// How often a person may log in (sii §11.3).

import type { Acceso, Credencial, PortalKeeper } from './acceso'
import { tooSoonError } from './faults'

const MINUTO = 60_000
/** Logins of one person by one way in, below what the SII minds. */
const LOGINS: readonly { ms: number; max: number }[] = [
  { ms: 10 * MINUTO, max: 4 },
  { ms: 60 * MINUTO, max: 6 },
]

/** Throws RATE_LIMIT where one more would be too many. */
export function checkBudget(
  keeper: Pick<PortalKeeper, 'logins'>,
  acceso: Acceso,
  credencial: Credencial,
  at: Date,
): void {
  const now = at.getTime()
  for (const { ms, max } of LOGINS) {
    const first = keeper.logins(acceso, credencial, new Date(now - ms)).at(-max)
    if (first)
      throw tooSoonError(
        `El SII admite pocos ingresos seguidos de una persona, y ${credencial.rut} acaba de ingresar varias veces`,
        first.getTime() + ms - now,
        at,
      )
  }
}
