// Where deliveries may go (http §12.4). Self-hosted receivers live in private ranges, so those are allowed
// unless the operator, or open registration, forbids them; link-local addresses and wherever else clouds keep their metadata
// never are. The address that was checked is the one that is connected to: a name that answers otherwise the second time gains
// nothing.

import type { Fault } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import { isPrivada, isProhibida } from './redes'

/** The addresses of a name, in the order to try them. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<string[]>

/** The operator's rules for destinations. */
export interface Politica {
  /** Whether `http://` is refused. */
  httpsOnly: boolean
  /** Whether this machine and private networks are receivers like any. */
  privadas: boolean
}

/** A URL and the addresses at which it may be reached. */
export interface Destino {
  url: URL
  addresses: readonly string[]
}

/** The destination is refused, or its name has no address. The message is Spanish. */
export class DestinoRefused extends Error {}

const MAX = 2000

/** The normal form of a URL to register; a fault when it is none that deliveries may go to. */
export function readUrl(
  text: string,
  { httpsOnly, privadas }: Politica,
): { url: string } | { fault: Omit<Fault, 'campo'> } {
  const refuse = (regla: Regla, mensaje: string) => ({ fault: { regla, mensaje } })
  // The parser drops line breaks and tabs silently, which would register another URL than was written.
  if (/[\s\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text))
    return refuse('url', 'Debe ser una dirección http:// o https://, sin espacios')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('url', 'Debe ser una dirección http:// o https://')
  if (httpsOnly && url.protocol !== 'https:')
    return refuse('https', 'Este servidor sólo entrega a direcciones https://')
  if (url.username || url.password)
    return refuse('credenciales', 'No puede llevar usuario ni clave: verifique la firma de cada entrega')
  url.hash = ''
  if (url.href.length > MAX) return refuse('largo_max', `No puede tener más de ${MAX} caracteres`)
  const forbidden = isLiteral(url) && forbids(bare(url), privadas, ENTREGA)
  if (forbidden) return refuse('direccion', forbidden)
  return { url: url.href }
}

/** Why an address is not gone to, in words of who would go there. */
export interface Negativa {
  prohibida: string
  privada: string
}

const ENTREGA: Negativa = {
  prohibida: 'No se entrega a direcciones de enlace local (169.254.0.0/16, fe80::/10) ni de metadatos',
  privada:
    'Este servidor no entrega a redes privadas ni a sí mismo (TIMBRE_WEBHOOKS_PRIVATE): use una dirección pública',
}

/** Why an address is not gone to, or null. */
const forbids = (address: string, privadas: boolean, { prohibida, privada }: Negativa): string | null =>
  isProhibida(address) ? prohibida : !privadas && isPrivada(address) ? privada : null

const bare = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const isLiteral = ({ hostname }: URL): boolean =>
  hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

/** Finds the addresses of a registered URL. Throws DestinoRefused. */
export async function resolveDestino(
  href: string,
  lookup: Lookup,
  { httpsOnly, privadas }: Politica,
): Promise<Destino> {
  const url = new URL(href)
  if (httpsOnly && url.protocol !== 'https:')
    throw new DestinoRefused('Este servidor sólo entrega a direcciones https://')
  const host = bare(url)
  const addresses = await resolveHost(host, isLiteral(url), lookup, privadas, ENTREGA)
  return { url, addresses }
}

/** The addresses of a host, all of which may be gone to. Throws DestinoRefused. */
export async function resolveHost(
  host: string,
  literal: boolean,
  lookup: Lookup,
  privadas: boolean,
  negativa: Negativa,
): Promise<string[]> {
  let addresses = [host]
  if (!literal) {
    addresses = await lookup(host).catch((cause) => {
      throw new DestinoRefused(`El nombre ${host} no tiene una dirección en el DNS`, { cause })
    })
  }
  // One forbidden answer among others is no accident.
  for (const address of addresses) {
    const forbidden = forbids(address, privadas, negativa)
    if (forbidden) throw new DestinoRefused(forbidden)
  }
  return addresses
}
