// Where deliveries may go (contract §12, network policy). Self-hosted receivers live in private ranges, so those are allowed
// unless the operator, or open registration, forbids them; link-local addresses and wherever else clouds keep their metadata never are. The address that was checked is the one that is
// connected to: a name that answers otherwise the second time gains nothing.

import type { Fault } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import { isPrivada } from './redes'

/** The addresses of a name, in the order to try them. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<string[]>

/** What the operator allows of destinations. */
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
  const forbidden = isLiteral(url) && forbids(bare(url), privadas)
  if (forbidden) return refuse('direccion', forbidden)
  return { url: url.href }
}

const FORBIDDEN = 'No se entrega a direcciones de enlace local (169.254.0.0/16, fe80::/10) ni de metadatos'

const PRIVADA =
  'Este servidor no entrega a redes privadas ni a sí mismo (TIMBRE_WEBHOOKS_PRIVATE): use una dirección pública'

/** Why nothing is delivered to an address, or null. */
const forbids = (address: string, privadas: boolean): string | null =>
  isForbidden(address) ? FORBIDDEN : !privadas && isPrivada(address) ? PRIVADA : null

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
  let addresses = [host]
  if (!isLiteral(url)) {
    addresses = await lookup(host).catch((cause) => {
      throw new DestinoRefused(`El nombre ${host} no tiene una dirección en el DNS`, { cause })
    })
  }
  // One forbidden answer among others is no accident.
  for (const address of addresses) {
    const forbidden = forbids(address, privadas)
    if (forbidden) throw new DestinoRefused(forbidden)
  }
  return { url, addresses }
}

/** Where clouds answer with the credentials of the machine that asks, outside the link-local ranges. */
const METADATOS = [
  // Alibaba, Oracle, and the host agent of Azure.
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
]
const METADATOS_V6 = [
  // Amazon and Google.
  [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254],
  [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254],
]

/** Whether an IP address is link-local or a cloud's metadata, also when written inside an IPv6 address. */
export function isForbidden(address: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address))
    return address.startsWith('169.254.') || METADATOS.includes(address)
  const groups = ipv6Groups(address)
  if (!groups) return true
  if ((groups[0]! & 0xffc0) === 0xfe80) return true
  if (METADATOS_V6.some((known) => known.every((group, i) => group === groups[i]))) return true
  const inside = embeddedV4(groups)
  return inside !== null && isForbidden(inside)
}

/** The IPv4 address that an IPv6 one stands for. */
function embeddedV4(groups: readonly number[]): string | null {
  const dotted = (at: number): string =>
    [groups[at]! >> 8, groups[at]! & 255, groups[at + 1]! >> 8, groups[at + 1]! & 255].join('.')
  // IPv4-mapped, -compatible, -translated and 64:ff9b::/96 end in it; 6to4 has it behind its prefix.
  const carriesAtEnd =
    groups.slice(0, 5).every((group) => group === 0) ||
    (groups[0] === 0x64 && groups[1] === 0xff9b) ||
    (groups[4] === 0xffff && groups[5] === 0)
  if (carriesAtEnd) return dotted(6)
  return groups[0] === 0x2002 ? dotted(1) : null
}

/** The eight groups of an IPv6 address in any of its notations; null when it is none. */
function ipv6Groups(address: string): number[] | null {
  const plain = address.split('%')[0]!
  if (!URL.canParse(`http://[${plain}]`)) return null
  // The parser writes every notation in one: hexadecimal groups, one run of zeros left out.
  const [left, right] = bare(new URL(`http://[${plain}]`)).split('::')
  const numbers = (part: string | undefined): number[] =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [head, tail] = [numbers(left), numbers(right)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
