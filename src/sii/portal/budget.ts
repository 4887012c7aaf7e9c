// How often a person may log in (sii §11.3).

import type { Acceso, Credencial, PortalKeeper } from './acceso'
import { hora, tooSoonError } from './faults'

const MINUTO = 60_000
/** Logins of one person by one way in, below what the SII minds. */
const LOGINS: readonly { ms: number; max: number }[] = [
  { ms: 10 * MINUTO, max: 4 },
  { ms: 60 * MINUTO, max: 6 },
]

/** When a person may log in again; null: now. */
export function loginAt(
  keeper: Pick<PortalKeeper, 'logins'>,
  acceso: Pick<Acceso, 'ambiente' | 'dueno'>,
  credencial: Pick<Credencial, 'metodo' | 'rut'>,
  now: Date,
): Date | null {
  const times = LOGINS.flatMap(({ ms, max }) => {
    const first = keeper.logins(acceso, credencial, new Date(now.getTime() - ms)).at(-max)
    return first ? first.getTime() + ms : []
  })
  return times.length ? new Date(Math.max(...times)) : null
}

/** Throws RATE_LIMIT where one more would be too many. */
export function checkBudget(
  keeper: Pick<PortalKeeper, 'logins'>,
  acceso: Acceso,
  credencial: Credencial,
  now: Date,
): void {
  const at = loginAt(keeper, acceso, credencial, now)
  if (at)
    throw tooSoonError(
      `El SII admite pocos ingresos seguidos de una persona, y ${credencial.rut} acaba de ingresar varias veces: puede otra vez desde ${hora(at, now)}`,
      at.getTime() - now.getTime(),
      now,
    )
}
