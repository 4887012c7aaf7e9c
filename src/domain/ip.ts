// IP addresses and ranges as texts that people write: IPv4, IPv6 (RFC 4291 §2.2) and CIDR.

export interface Ip {
  /** Bits of the address. */
  bits: 32 | 128
  value: bigint
}

export interface Red extends Ip {
  /** Leading bits that an address of the range shares. */
  prefix: number
}

/** Null for a text that is no address. An IPv4 address inside IPv6 (`::ffff:10.0.0.1`) is that IPv4 address. */
export function parseIp(text: string): Ip | null {
  const v4 = parseV4(text)
  if (v4 !== null) return { bits: 32, value: v4 }
  const v6 = parseV6(text.replace(/%[\w.-]+$/, ''))
  if (v6 === null) return null
  return v6 >> 32n === 0xffffn ? { bits: 32, value: v6 & 0xffffffffn } : { bits: 128, value: v6 }
}

/** An address or `address/prefix`. Null for anything else, also for a range whose address has bits beyond its prefix. */
export function parseRed(text: string): Red | null {
  const [address, length, ...more] = text.split('/')
  const ip = parseIp(address!)
  if (!ip || more.length) return null
  if (length === undefined) return { ...ip, prefix: ip.bits }
  if (!/^\d{1,3}$/.test(length)) return null
  // A range of IPv4 inside IPv6 counts its prefix over the whole.
  const prefix = ip.bits === 32 && address!.includes(':') ? Number(length) - 96 : Number(length)
  if (prefix < 0 || prefix > ip.bits) return null
  return network(ip, prefix) === ip.value ? { ...ip, prefix } : null
}

/** Some of them with commas between; null when one is none. */
export function parseRedes(text: string): Red[] | null {
  const redes = text.split(',').map((red) => parseRed(red.trim()))
  return redes.every((red) => red !== null) ? redes : null
}

/** Whether the address is in the range. */
export const contains = (red: Red, ip: Ip): boolean =>
  red.bits === ip.bits && network(ip, red.prefix) === red.value

/** What one subscriber holds: an IPv4 address, or the /64 of an IPv6 one. A text to count by, not to show. */
export function subscriberOf(ip: Ip): string {
  return ip.bits === 32 ? `4:${ip.value}` : `6:${ip.value >> 64n}`
}

const network = ({ bits, value }: Ip, prefix: number): bigint => {
  const host = BigInt(bits - prefix)
  return (value >> host) << host
}

function parseV4(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null
  const parts = text.split('.').map(Number)
  if (parts.some((part) => part > 255)) return null
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

function parseV6(text: string): bigint | null {
  const tail = /:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  if (tail !== undefined) {
    const v4 = parseV4(tail)
    if (v4 === null) return null
    const groups = `${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`
    return parseV6(text.slice(0, -tail.length) + groups)
  }
  const [head, rest, ...more] = text.split('::')
  if (more.length) return null
  const before = groupsOf(head!)
  const after = rest === undefined ? [] : groupsOf(rest)
  if (!before || !after) return null
  const missing = 8 - before.length - after.length
  if (rest === undefined ? missing !== 0 : missing < 1) return null
  return [...before, ...Array<bigint>(missing).fill(0n), ...after].reduce(
    (sum, part) => (sum << 16n) | part,
    0n,
  )
}

function groupsOf(text: string): bigint[] | null {
  if (text === '') return []
  const groups = text.split(':')
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => BigInt(`0x${group}`))
    : null
}
