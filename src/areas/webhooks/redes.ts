// Which addresses are of somebody's own network and not of the Internet (IANA's special-purpose registries, RFC 6890), also when an
// IPv6 address carries an IPv4 one inside.

import { contains, type Ip, parseIp, parseRed } from '../../domain/ip'

const redes = (...texts: string[]) => texts.map((text) => parseRed(text)!)

const PRIVADAS_V4 = redes(
  '0.0.0.0/8',
  '10.0.0.0/8',
  // Carrier-grade NAT, where clouds and overlay networks keep machines too.
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, what is reserved, and broadcast.
  '224.0.0.0/3',
)

/** All of the Internet so far; what is not in it is local, unique-local, link-local or reserved. */
const GLOBAL_V6 = parseRed('2000::/3')!
// Teredo and 6to4 reach an IPv4 network behind them; documentation and ORCHID reach nobody.
const PRIVADAS_V6 = redes('2001::/23', '2001:db8::/32', '3fff::/20')
const NAT64 = parseRed('64:ff9b::/96')!
const SEIS_A_CUATRO = parseRed('2002::/16')!

/** Whether an address is this machine's, of a private network, or of none; also true of what is no address. */
export function isPrivada(address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return true
  if (ip.bits === 32) return PRIVADAS_V4.some((red) => contains(red, ip))
  const inside = insideOf(ip)
  if (inside) return PRIVADAS_V4.some((red) => contains(red, inside))
  return !contains(GLOBAL_V6, ip) || PRIVADAS_V6.some((red) => contains(red, ip))
}

/** The IPv4 address to which a translator takes an IPv6 one. */
function insideOf(ip: Ip): Ip | null {
  if (contains(NAT64, ip)) return { bits: 32, value: ip.value & 0xffffffffn }
  if (contains(SEIS_A_CUATRO, ip)) return { bits: 32, value: (ip.value >> 80n) & 0xffffffffn }
  return null
}
