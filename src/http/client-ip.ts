// Where a request came from and how, behind the proxies that we were told to believe.

import { contains, parseIp, parseRed, type Red } from '../base/ip'

/** The proxy that the manual asks for usually runs on the same machine. */
export const LOOPBACK: readonly Red[] = ['127.0.0.0/8', '::1'].map((text) => parseRed(text)!)

/**
 * The client's address. `peer` is who opened the connection, null inside the process. X-Forwarded-For is believed from
 * trusted peers only, from its end on: the first address that is no trusted proxy's is the client's.
 */
export function clientIp(
  peer: string | null,
  forwarded: string | null,
  trusted: readonly Red[],
): string | null {
  if (forwarded === null || !isBelieved(peer, trusted)) return peer
  let client = peer
  for (const hop of forwarded.split(',').reverse()) {
    const address = hop
      .trim()
      .replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1')
    if (!parseIp(address)) break
    client = address
    if (!isWithin(address, trusted)) break
  }
  return client
}

/** Both of a request; `peerOf` tells who opened its connection. */
export const createSender = (peerOf: (request: Request) => string | null, trusted: readonly Red[]) => ({
  clientIp: (request: Request): string | null =>
    clientIp(peerOf(request), request.headers.get('x-forwarded-for'), trusted),
  clientScheme: (request: Request): Scheme | null =>
    clientScheme(peerOf(request), request.headers.get('x-forwarded-proto'), trusted),
})

export type Scheme = 'http:' | 'https:'

/** The scheme by which the client reaches a trusted proxy, of its X-Forwarded-Proto; null when none tells. Our own port has no TLS. */
export function clientScheme(
  peer: string | null,
  forwarded: string | null,
  trusted: readonly Red[],
): Scheme | null {
  if (forwarded === null || !isBelieved(peer, trusted)) return null
  const scheme = `${forwarded.trim().toLowerCase()}:`
  return scheme === 'http:' || scheme === 'https:' ? scheme : null
}

/** Nobody stands between us and what has no peer. */
const isBelieved = (peer: string | null, trusted: readonly Red[]): boolean =>
  peer === null || isWithin(peer, trusted)

/** Whether a text is an address of one of the ranges. */
export function isWithin(address: string, redes: readonly Red[]): boolean {
  const ip = parseIp(address)
  return ip !== null && redes.some((red) => contains(red, ip))
}
