// Which addresses are of somebody's own network and not of the Internet (IANA's special-purpose registries, RFC 6890), and
// which are nobody's to deliver to, also when an IPv6 address carries an IPv4 one inside.

import { contains, type Ip, parseIp, parseRed, type Red, v4Inside } from '../../base/ip'

/** Read when first asked for: a start should not wait for it. */
function redes(...texts: string[]): () => readonly Red[] {
  let list: readonly Red[] | undefined
  return () => {
    list ??= texts.map((text) => parseRed(text)!)
    return list
  }
}
const isIn = (list: () => readonly Red[], ip: Ip): boolean => list().some((red) => contains(red, ip))

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
const GLOBAL_V6 = redes('2000::/3')
// Teredo and 6to4 reach an IPv4 network behind them; documentation and ORCHID reach nobody.
const PRIVADAS_V6 = redes('2001::/23', '2001:db8::/32', '3fff::/20')
const NAT64 = redes('64:ff9b::/96')
const SEIS_A_CUATRO = redes('2002::/16')

/** Link-local, and where clouds answer with the credentials of the machine that asks. */
const PROHIBIDAS = redes(
  '169.254.0.0/16',
  // Alibaba, Oracle, and the host agent of Azure.
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fe80::/10',
  // Amazon and Google.
  'fd00:ec2::254',
  'fd20:ce::254',
)
// IPv4-compatible and every prefix of NAT64.
const CON_V4_AL_FINAL = redes('::/80', '64:ff9b::/32')

/** Whether an address is this machine's, of a private network, or of none; also true of what is no address. */
export function isPrivada(address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return true
  if (ip.kind() === 'ipv4') return isIn(PRIVADAS_V4, ip)
  if (isIn(NAT64, ip)) return isIn(PRIVADAS_V4, v4Inside(ip, 12))
  if (isIn(SEIS_A_CUATRO, ip)) return isIn(PRIVADAS_V4, v4Inside(ip, 2))
  return !isIn(GLOBAL_V6, ip) || isIn(PRIVADAS_V6, ip)
}

/** Whether an address is link-local or a cloud's metadata; also true of what is no address. */
export function isProhibida(address: string): boolean {
  const ip = parseIp(address)
  if (!ip || isIn(PROHIBIDAS, ip)) return true
  if (ip.kind() === 'ipv4') return false
  if (isIn(SEIS_A_CUATRO, ip)) return isIn(PROHIBIDAS, v4Inside(ip, 2))
  return (isIn(CON_V4_AL_FINAL, ip) || isTranslated(ip)) && isIn(PROHIBIDAS, v4Inside(ip, 12))
}

/** `…:ffff:0:a.b.c.d`, an IPv4 address behind a translator's prefix. */
const isTranslated = (ip: Ip): boolean => String(v4Inside(ip, 8)) === '255.255.0.0'
