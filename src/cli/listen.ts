// Listening, with the system's refusals in clear words, and where one's own server is reached.

import type { Config } from '../config'
import { Falla } from './comando'

/** Runs `listen`; an address that cannot be had is a Falla. */
export function listening<T>({ hostname, port }: Config['addr'], listen: () => T): T {
  try {
    return listen()
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message: string }
    if (code === 'EADDRINUSE')
      throw new Falla(`La dirección ${hostname}:${port} ya está en uso; indique otra con --addr`, { cause })
    if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EPERM'].includes(String(code)))
      throw new Falla(
        `No se puede escuchar en ${hostname}:${port} (${message}); indique otra dirección con --addr`,
        { cause },
      )
    throw cause
  }
}

/** Throws Falla when the address cannot be had now: asked before anything is made on the disk for who would listen there. */
export function checkFree(addr: Config['addr']): void {
  const { hostname, port } = addr
  listening(addr, () => Bun.listen({ hostname, port, socket: { data() {} } })).stop(true)
}

/** The host by which this machine itself reaches who listens there. */
const ownHost = ({ hostname }: Config['addr']): string =>
  ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[hostname] ?? hostname

/** The same as `HOST:PUERTO`. */
export function ownAddress(addr: Config['addr']): string {
  const host = ownHost(addr)
  return `${host.includes(':') ? `[${host}]` : host}:${addr.port}`
}

/** Asks a server of this machine, never by the proxy that the environment names for what is outside: it would be shown the key. */
export const fetchOwn = (url: string, init: RequestInit = {}): Promise<Response> =>
  // In no type of Bun's yet.
  fetch(url, { ...init, proxy: false } as unknown as RequestInit)

/**
 * The address of a server, as a person at its machine opens it: by the name `localhost` where it listens on the machine
 * itself or everywhere, for browsers take passkeys at no address made of numbers (WebAuthn Level 3 §5.1.2).
 */
export function pageAddress(url: string): string {
  const address = new URL(url)
  if (['127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = 'localhost'
  return address.origin
}
