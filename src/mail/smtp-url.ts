// The mail server as `TIMBRE_SMTP_URL` names it (contract §23).

import { isDireccion, type Smtp } from './correo'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; null when it is none. A password goes out encrypted or not at all,
 * but to this machine itself or where `?starttls=no` says otherwise.
 */
export function parseSmtpUrl(text: string): Omit<Smtp, 'from'> | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const tls = url.protocol === 'smtps:'
  const options = [...url.searchParams]
  const plain = options.length === 1 && options[0]!.join('=') === 'starttls=no'
  if ((!tls && url.protocol !== 'smtp:') || !url.hostname || (options.length && !plain)) return null
  if (!['', '/'].includes(url.pathname) || url.hash) return null
  const auth = decodeAuth(url)
  if (auth === undefined) return null
  const exigido = auth !== null && !tls && !LOOPBACK.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : tls ? 465 : auth ? 587 : 25,
    tls,
    starttls: plain ? 'no' : exigido ? 'exigido' : 'ofrecido',
    auth,
  }
}

/** Undefined when user and password do not come together, or cannot be read. */
function decodeAuth({ username, password }: URL): Smtp['auth'] | undefined {
  if (!username && !password) return null
  if (!username || !password) return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/** Whom messages come from when nobody says: the user, where that is an address. */
export const defaultFrom = ({ auth }: Pick<Smtp, 'auth'>): string | null =>
  auth && isDireccion(auth.user) ? auth.user : null
