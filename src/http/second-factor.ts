// The second factor asked for again (http §14.1): what opens a company to others is not done by a page that was left open.

import { AppError } from '../domain/errors'
import type { AccountTenant } from './tenant'

const LASTS_MS = 10 * 60_000

/** Until when a factor shown then is good (ISO 8601); null when it no longer is. */
export function shownUntil(shownAt: string | null | undefined, now: Date): string | null {
  // One shown in the future was shown before the clock was put back.
  if (!shownAt || Date.parse(shownAt) > now.getTime()) return null
  const until = Date.parse(shownAt) + LASTS_MS
  return until > now.getTime() ? new Date(until).toISOString() : null
}

/** Throws SECOND_FACTOR_STALE for a person who has a factor and did not show it in the last ten minutes. Keys have none. */
export function requireShown({ factorShownAt }: Pick<AccountTenant, 'factorShownAt'>, now: Date): void {
  if (factorShownAt === undefined || shownUntil(factorShownAt, now)) return
  throw new AppError(
    'SECOND_FACTOR_STALE',
    'Esto pide de nuevo su segundo factor: confírmelo con POST /auth/segundo-factor/confirmar y repita la solicitud',
  )
}
