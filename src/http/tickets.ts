// One-use tickets for browsers' EventSource, which cannot set headers (http §13): a person's session asks for one and
// shows it in the address. Kept in memory: they live for a minute.

import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import type { Tenant } from './tenant'

const LIFE_MS = 60_000

export interface Tickets {
  /** A ticket that stands for `tenant` once. */
  issue(tenant: Tenant): { ticket: string; expiresAt: Date }
  /** Spends it. Throws TOKEN_INVALID for one that never was, was spent or is over. */
  redeem(ticket: string): Tenant
}

export function createTickets({
  clock,
  random,
}: {
  clock: Clock
  random: (size: number) => Uint8Array
}): Tickets {
  // In order of age. By hash: comparing the ticket itself would tell by its duration how much of a guess was right.
  const living = new Map<string, { tenant: Tenant; until: number }>()
  const hash = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
  return {
    issue(tenant) {
      const now = clock().getTime()
      for (const [key, { until }] of living) {
        if (until > now) break
        living.delete(key)
      }
      const ticket = `tk_${Buffer.from(random(32)).toString('base64url')}`
      living.set(hash(ticket), { tenant, until: now + LIFE_MS })
      return { ticket, expiresAt: new Date(now + LIFE_MS) }
    },
    redeem(ticket) {
      const key = hash(ticket)
      const found = living.get(key)
      living.delete(key)
      if (!found || found.until <= clock().getTime())
        throw new AppError('TOKEN_INVALID', 'El ticket no existe, ya se usó o venció; pida otro')
      return found.tenant
    },
  }
}
