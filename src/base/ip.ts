// IP addresses and ranges as texts that people and name servers write: IPv4, IPv6 (RFC 4291 §2.2) and CIDR.

import ipaddr from 'ipaddr.js'

const { IPv4, IPv6 } = ipaddr

export type Ip = ipaddr.IPv4 | ipaddr.IPv6

export interface Red {
  /** The first address of the range. */
  ip: Ip
  /** Leading bits that an address of the range shares. */
  prefix: number
}

/**
 * Null for a text that is no address; `127.1`, `0x7f.0.0.1` and the like are none. An IPv4 address inside IPv6
 * (`::ffff:10.0.0.1`) is that IPv4 address, and a zone (`%eth0`) is left out.
 */
export function parseIp(text: string): Ip | null {
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text)
  const address = withHexTail(text.replace(/%[\w.-]+$/, ''))
  if (!/^[\da-f:]+$/i.test(address) || !IPv6.isValid(address)) return null
  const ip = IPv6.parse(address)
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}

// The package reads octal and hexadecimal numbers there, and `::10.0.0.1` as `::ffff:10.0.0.1`.
function withHexTail(text: string): string {
  const tail = /(?<=:)\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0]
  if (tail === undefined || !IPv4.isValidFourPartDecimal(tail)) return text
  const [a, b, c, d] = IPv4.parse(tail).octets.map((octet) => octet.toString(16).padStart(2, '0'))
  return `${text.slice(0, -tail.length)}${a}${b}:${c}${d}`
}

/** An address or `address/prefix`. Null for anything else, also for a range whose address has bits beyond its prefix. */
export function parseRed(text: string): Red | null {
  const [address = '', length, ...more] = text.split('/')
  const ip = parseIp(address)
  if (!ip || more.length) return null
  const bits = ip.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return { ip, prefix: bits }
  if (!/^\d{1,3}$/.test(length)) return null
  // A range of IPv4 inside IPv6 counts its prefix over the whole.
  const prefix = bits === 32 && address.includes(':') ? Number(length) - 96 : Number(length)
  if (prefix < 0 || prefix > bits) return null
  const mask = (bits === 32 ? IPv4 : IPv6).subnetMaskFromPrefixLength(prefix).toByteArray()
  return ip.toByteArray().every((byte, i) => (byte & ~mask[i]!) === 0) ? { ip, prefix } : null
}

/** Some of them with commas between; null when one is none. */
export function parseRedes(text: string): Red[] | null {
  const redes = text.split(',').map((red) => parseRed(red.trim()))
  return redes.every((red) => red !== null) ? redes : null
}

/** Whether the address is in the range. */
export const contains = (red: Red, ip: Ip): boolean =>
  red.ip.kind() === ip.kind() && ip.match(red.ip, red.prefix)

/** The IPv4 address that an IPv6 one has from a byte of its sixteen on. */
export const v4Inside = (ip: Ip, byte: number): Ip => new IPv4(ip.toByteArray().slice(byte, byte + 4))

/**
 * The addresses of one subscriber: an IPv4 address, or the /64 of an IPv6 one. A text to count by, not to
 * show.
 */
export const subscriberOf = (ip: Ip): string =>
  ip.kind() === 'ipv4' ? `4:${ip}` : `6:${ip.toByteArray().slice(0, 8)}`
