// A browser's session as a cookie: what it is called, how long it lives, and that only our own pages change anything with it.
// Script cannot read it, other sites' pages do not send it, and a page of another port of this host, for which it is the same
// site, does not have our Origin.

import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'
import type { Scheme } from './client-ip'

const DAY = 86_400_000
/** Days without use after which it ends, and days after the login at which it ends whatever happens. */
const IDLE_DAYS = 7
const WHOLE_DAYS = 30
/** It is renewed once it has lost a day: a write for every request would cost an fsync each. */
const RENEW_BELOW = (IDLE_DAYS - 1) * DAY

/** The stored form of a cookie's secret. */
export const hashCookie = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The end of a cookie that is given or renewed at `now`, to a session that began at `createdAt` (ISO 8601). */
export const cookieEnd = (createdAt: string, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_DAYS * DAY, Date.parse(createdAt) + WHOLE_DAYS * DAY))

/** The later end that a cookie in use is due; null while it keeps the one it has. */
export function renewedEnd(createdAt: string, end: string, now: Date): Date | null {
  if (Date.parse(end) - now.getTime() > RENEW_BELOW) return null
  const later = cookieEnd(createdAt, now)
  return later.getTime() > Date.parse(end) ? later : null
}

export interface SessionCookies {
  /** As browsers know it where clients reach the server. */
  name: string
  /** The secret that a request shows; null without one. Throws UNAUTHORIZED when it shows two. */
  read(request: Request): string | null
  /** Throws FORBIDDEN for a request that may change something and does not come from a page of ours. */
  requireOwnPage(request: Request): void
  /** The `Set-Cookie` that gives or renews it. */
  give(request: Request, secret: string, end: Date): string
  /** The `Set-Cookie` that takes it away. */
  clear(request: Request): string
}

/** `serverId`: six characters or more of this server's own, as cookies do not tell the ports of a host apart. */
export function createSessionCookies({
  serverId,
  publicUrl,
  clientScheme,
  clock,
}: {
  serverId: string
  publicUrl: string | null
  /** How a client reached us; null when nobody says. */
  clientScheme: (request: Request) => Scheme | null
  clock: Clock
}): SessionCookies {
  const publicOrigin = publicUrl && new URL(publicUrl).origin
  // The browser holds `__Host-` to Secure, Path=/ and no Domain, so no neighbour can plant one. Over plain http it takes neither.
  const nameOver = (secure: boolean) => `${secure ? '__Host-' : ''}timbre_${serverId.slice(-6)}`
  const isSecure = (request: Request): boolean => clientScheme(request) === 'https:'
  const text = (request: Request, value: string, seconds: number): string => {
    const secure = isSecure(request)
    return `${nameOver(secure)}=${value}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Strict; Max-Age=${seconds}`
  }

  return {
    name: nameOver(publicOrigin?.startsWith('https:') ?? false),
    read(request) {
      const header = request.headers.get('cookie')
      if (header === null) return null
      const start = `${nameOver(isSecure(request))}=`
      const shown = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(start))
      // A second one was planted by a page of another host of this domain: which of the two is ours cannot be told.
      if (shown.length > 1)
        throw new AppError(
          'UNAUTHORIZED',
          'La cookie de la sesión vino dos veces; bórrelas e inicie sesión de nuevo',
        )
      return shown[0]?.slice(start.length) ?? null
    },
    requireOwnPage(request) {
      if (request.method === 'GET' || request.method === 'HEAD') return
      const origin = request.headers.get('origin')
      if (isOwn(origin, request.headers.get('host'), clientScheme(request), publicOrigin)) return
      const said = origin === null ? 'falta el encabezado Origin' : `Origin dice ${origin.slice(0, 200)}`
      throw new AppError(
        'FORBIDDEN',
        `La cookie de la sesión sólo admite cambios desde las páginas de este servidor, y ${said}. Si hay un proxy, defina TIMBRE_PUBLIC_URL o haga que pase Host y X-Forwarded-Proto`,
      )
    },
    give: (request, secret, end) =>
      text(request, secret, Math.floor((end.getTime() - clock().getTime()) / 1000)),
    clear: (request) => text(request, '', 0),
  }
}

function isOwn(
  origin: string | null,
  host: string | null,
  scheme: Scheme | null,
  publicOrigin: string | null,
): boolean {
  if (origin === null || !URL.canParse(origin)) return false
  const from = new URL(origin)
  // Browsers write an origin in one way: what has more to it, or is none of the web's (`null`), is nobody's of ours.
  if (!/^https?:$/.test(from.protocol) || from.origin !== origin.toLowerCase()) return false
  if (from.origin === publicOrigin) return true
  if (scheme !== null && scheme !== from.protocol) return false
  // Host may name the port that its scheme implies, or leave it out.
  const reached = `${from.protocol}//${host}`
  return host !== null && URL.canParse(reached) && new URL(reached).origin === from.origin
}
