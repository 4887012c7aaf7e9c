// The mail server as `TIMBRE_SMTP_URL` names it (http §23).

import { isDireccion, type Smtp } from './correo'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; null when it is none. A password goes out encrypted or not at all,
 * but to this machine itself or where `?starttls=no` says otherwise.
 */
export function parseSmtpUrl(text: string): Omit<Smtp, 'from' | 'nombre'> | null {
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

/** Reads `dte@example.cl` or `Facturación Ñandú <dte@example.cl>`; null when it is neither. */
function parseFrom(text: string): Pick<Smtp, 'from' | 'nombre'> | null {
  const named = /^([^<>]+?)\s*<([^<>]+)>$/.exec(text.trim())
  const from = named ? named[2]! : text.trim()
  // In the quotes of a header, where somebody is used to them.
  const nombre = named ? named[1]!.replace(/^"(.*)"$/, '$1').trim() : null
  if (!isDireccion(from) || nombre === '' || (nombre !== null && /\p{Cc}/u.test(nombre))) return null
  return { from, nombre }
}

/** Whom messages come from when nobody says: the user, where that is an address. */
export const defaultFrom = ({ auth }: Pick<Smtp, 'auth'>): string | null =>
  auth && isDireccion(auth.user) ? auth.user : null

/**
 * The mail server and the sender that the environment names; null without. What is wrong is added to `faults`, and no fault
 * repeats the address of the server, a secret when it holds a password.
 */
export function readSmtp(env: Record<string, string | undefined>, faults: string[]): Smtp | null {
  const { TIMBRE_SMTP_URL: url, TIMBRE_SMTP_FROM: given } = env
  const sender = given ? parseFrom(given) : null
  if (given && !sender)
    faults.push(
      'TIMBRE_SMTP_FROM: debe ser una dirección de correo, sola o con nombre: Facturación <dte@example.cl>',
    )
  if (!url) return null
  const server = parseSmtpUrl(url)
  if (!server) {
    faults.push(
      'TIMBRE_SMTP_URL: debe ser smtp://usuario:clave@servidor:puerto o smtps://… (con %40 en vez de @ en el usuario)',
    )
    return null
  }
  const own = defaultFrom(server)
  if (!given && !own) faults.push('TIMBRE_SMTP_FROM: falta la dirección desde la que se envían los correos')
  const from = sender ?? (own ? { from: own, nombre: null } : null)
  return from && { ...server, ...from }
}
