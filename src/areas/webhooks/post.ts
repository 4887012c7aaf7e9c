// One POST to a receiver: to a checked address under the URL's own name, at most 15 seconds, redirects not followed, of the
// answer's body only a beginning for the log (http §12.3).

import type { Timer } from '../../base/timer'
import type { Destino } from './destino'

export const LIMITE_MS = 15_000
const EXTRACTO = 1024
/** How long a body may keep a delivery that is decided already. */
const EXTRACTO_MS = 1000

/** Bun's own options beside the standard's: the name to prove when connecting by address. */
export type PostInit = Omit<RequestInit, 'tls'> & { tls?: { serverName: string }; decompress?: boolean }
export type PostFetch = (url: string, init: PostInit) => Promise<Response>

export type Post = (
  destino: Destino,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<Respuesta>

/** The result of a POST: a status, or the reason for none, in Spanish. */
export interface Respuesta {
  status: number | null
  error: string | null
  /** The receiver's wait, `Retry-After` as it came. */
  retryAfter: string | null
  /** The beginning of the body. */
  extracto: string | null
}

interface Deps {
  fetch: PostFetch
  timer: Timer
  userAgent: string
}

const failed = (error: string): Respuesta => ({ status: null, error, retryAfter: null, extracto: null })

/** Never rejects but for `signal`, whose reason it passes on. */
export function createPost({ fetch, timer, userAgent }: Deps): Post {
  return async ({ url, addresses }, headers, body, signal) => {
    signal.throwIfAborted()
    const controller = new AbortController()
    const onAbort = (): void => controller.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const forget = timer(LIMITE_MS, () => controller.abort(TIMEOUT))
    const init: PostInit = {
      method: 'POST',
      headers: { ...headers, host: url.host, 'user-agent': userAgent },
      body,
      redirect: 'manual',
      signal: controller.signal,
      // Nobody reads what a compressed answer would grow to.
      decompress: false,
    }
    try {
      const response = await connect(fetch, { url, addresses }, init)
      return {
        status: response.status,
        error: null,
        retryAfter: response.headers.get('retry-after'),
        extracto: await extractOf(response, timer),
      }
    } catch (fault) {
      signal.throwIfAborted()
      return failed(controller.signal.aborted ? 'No respondió en 15 segundos' : explain(fault))
    } finally {
      forget()
      signal.removeEventListener('abort', onAbort)
    }
  }
}

const TIMEOUT = new Error('the receiver took too long')

/** Tries each address until one takes the connection: `localhost` has two, and a receiver often listens on one. */
async function connect(fetch: PostFetch, { url, addresses }: Destino, init: PostInit): Promise<Response> {
  for (const [i, address] of addresses.entries()) {
    const target = new URL(url)
    target.hostname = address.includes(':') ? `[${address.split('%')[0]}]` : address
    const named = target.hostname !== url.hostname && url.protocol === 'https:'
    try {
      return await fetch(target.href, named ? { ...init, tls: { serverName: url.hostname } } : init)
    } catch (fault) {
      // Only a refused connection is sure to have carried nothing.
      if (codeOf(fault) !== 'ECONNREFUSED' || i === addresses.length - 1) throw fault
    }
  }
  throw new Error('no address')
}

/** The beginning of the body, or what came of it; never waits long, never throws: the status has decided. */
async function extractOf(response: Response, timer: Timer): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const late = Promise.withResolvers<null>()
  const forget = timer(EXTRACTO_MS, () => late.resolve(null))
  try {
    // Read to its end when it is short: the connection can then carry the next delivery.
    while (size <= EXTRACTO) {
      const read = await Promise.race([reader.read(), late.promise])
      if (!read || read.done) break
      chunks.push(read.value)
      size += read.value.length
    }
  } catch {
    // Cut off in the middle: the body does not count.
  } finally {
    forget()
    void reader.cancel().catch(() => {})
  }
  return Buffer.concat(chunks).subarray(0, EXTRACTO).toString('utf8')
}

const codeOf = (fault: unknown): string => {
  const { code, name } = fault as { code?: unknown; name?: unknown }
  const text = String(code ?? name ?? 'desconocido')
  return text === 'ConnectionRefused' ? 'ECONNREFUSED' : text
}

const TEXTOS: Record<string, string> = {
  ECONNREFUSED: 'Rechazó la conexión',
  ECONNRESET: 'Cerró la conexión sin responder, o respondió algo que no es HTTP',
  ConnectionClosed: 'Cerró la conexión sin responder',
  ResponseHeadersTooLarge: 'Los encabezados de su respuesta son demasiado grandes',
}

function explain(fault: unknown): string {
  const code = codeOf(fault)
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `Su certificado TLS no es válido (${code})`
  return TEXTOS[code] ?? `No se pudo conectar (${code})`
}
