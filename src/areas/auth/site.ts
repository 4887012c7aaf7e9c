// Where passkeys can be used: a key answers for one domain over https, or for localhost, and for no address
// made of numbers (WebAuthn Level 3 §5.1.2, §13.4.9).

import { parseIp } from '../../base/ip'
import { AppError } from '../../domain/errors'

/** A page of this server as browsers name it, and the domain of its keys. */
export interface Site {
  origin: string
  rpId: string
}

/**
 * The page that asks, `publicUrl`'s or one on localhost: a domain that only a request names could be
 * anybody's. Throws INVALID_STATE, which says what the operator can do.
 */
export function siteOf({ headers }: Request, publicUrl: string | null): Site {
  const configured = publicUrl === null ? null : new URL(publicUrl)
  const named = headers.get('origin') ?? configured?.origin
  const from = named && URL.canParse(named) ? new URL(named) : null
  if (from?.hostname === 'localhost' && (isHost(from, headers.get('host')) || isSame(from, configured)))
    return { origin: from.origin, rpId: 'localhost' }
  if (from && configured && isSame(from, configured) && isDomain(configured))
    return { origin: configured.origin, rpId: configured.hostname }
  throw new AppError('INVALID_STATE', `Aquí no se pueden usar llaves de acceso: ${whyNot(from, configured)}`)
}

const isSame = (from: URL, other: URL | null): boolean => from.origin === other?.origin
const isHost = (from: URL, host: string | null): boolean =>
  host !== null &&
  URL.canParse(`${from.protocol}//${host}`) &&
  isSame(from, new URL(`${from.protocol}//${host}`))
const isDomain = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && parseIp(hostname.replace(/^\[|\]$/g, '')) === null

function whyNot(from: URL | null, configured: URL | null): string {
  const here = from ? from.origin.slice(0, 200) : 'esta dirección'
  if (configured && isDomain(configured)) return `se entró por ${here}, y funcionan en ${configured.origin}`
  return `los navegadores las admiten con https y un nombre de dominio, o en localhost, y se entró por ${here}. Quien opera el servidor define TIMBRE_PUBLIC_URL con esa dirección https`
}
