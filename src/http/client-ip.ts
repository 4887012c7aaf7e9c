// Where a request came from, behind the proxies that we were told to believe.

import { contains, parseIp, type Red } from '../domain/ip'

/** The proxy that the README asks for usually runs on the same machine. */
export const LOOPBACK: readonly Red[] = [
  { bits: 32, value: 127n << 24n, prefix: 8 },
  { bits: 128, value: 1n, prefix: 128 },
]

/**
 * The client's address. `peer` is who opened the connection, null inside the process. X-Forwarded-For is believed from
 * trusted peers only, from its end on: the first address that is no trusted proxy's is the client's.
 */
export function clientIp(
  peer: string | null,
  forwarded: string | null,
  trusted: readonly Red[],
): string | null {
  const isTrusted = (address: string): boolean => {
    const ip = parseIp(address)
    return ip !== null && trusted.some((red) => contains(red, ip))
  }
  if (forwarded === null || (peer !== null && !isTrusted(peer))) return peer
  let client = peer
  for (const hop of forwarded.split(',').reverse()) {
    const address = hop
      .trim()
      .replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1')
    if (!parseIp(address)) break
    client = address
    if (!isTrusted(address)) break
  }
  return client
}
