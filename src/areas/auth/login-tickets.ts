// Between the password and the code of a log-in: a ticket that is good for the second step alone (http §14.1). In memory: it lives
// for minutes, and after a restart the person begins again.

import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import type { Usuario } from './usuario-store'

const LIFE_MS = 5 * 60_000

export interface LoginTickets {
  /** For somebody whose password was right. */
  issue(usuario: Usuario): { ticket: string; expiresAt: Date }
  /** The person it was given to, with the password that was right. Throws TOKEN_INVALID, TOKEN_EXPIRED. */
  read(ticket: string): { usuarioId: string; passwordHash: string }
  spend(ticket: string): void
}

export function createLoginTickets({
  clock,
  random,
}: {
  clock: Clock
  random: (size: number) => Uint8Array
}): LoginTickets {
  // In order of age, by hash: comparing the ticket itself would tell by its duration how much of a guess was right.
  const living = new Map<string, { usuarioId: string; passwordHash: string; until: number }>()
  const hash = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
  return {
    issue({ id, passwordHash }) {
      const now = clock().getTime()
      for (const [key, { until }] of living) {
        if (until > now) break
        living.delete(key)
      }
      const ticket = `sf_${Buffer.from(random(32)).toString('base64url')}`
      living.set(hash(ticket), { usuarioId: id, passwordHash, until: now + LIFE_MS })
      return { ticket, expiresAt: new Date(now + LIFE_MS) }
    },
    read(ticket) {
      const found = living.get(hash(ticket))
      if (!found)
        throw new AppError('TOKEN_INVALID', 'El ticket no existe o ya se usó; empiece por la contraseña')
      if (found.until <= clock().getTime())
        throw new AppError('TOKEN_EXPIRED', 'Pasaron más de 5 minutos; empiece por la contraseña')
      return found
    },
    spend: (ticket) => void living.delete(hash(ticket)),
  }
}
