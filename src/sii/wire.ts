// One exchange with the SII over the injected fetch: deadline, charset, and what counts as "the SII is down"
// (sii §1.2 last items, sii §1.4). Says nothing of tokens or codes.

import type { Ambiente } from '../domain/ambiente'
import { DE_FRENTE, isHtml, readFrente } from './frente'
import { findNodo, type Nodo, readXml, textOf } from './nodo'
import { SiiFault } from './sii'
import { TokenRefused } from './token-refused'

/** The part of a fetch that the client needs; `globalThis.fetch` and the in-process simulator both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Etapa = SiiFault['etapa']

export interface WireRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The certificate that the handshake presents; PEM. */
  tls?: { cert: string; key: string }
  timeoutMs: number
  etapa: Etapa
  signal?: AbortSignal
}

export interface Answer {
  status: number
  text: string
}

/** An answer as it came, its bytes not read yet. */
interface RawAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export interface Wire {
  /** As `send`, for who reads headers and charset by itself. */
  exchange(request: WireRequest): Promise<RawAnswer>
  /** The answer whatever it says; throws `SiiFault` when none came, and the caller's own reason when it aborted. */
  send(request: WireRequest): Promise<Answer>
  /** Repeats a harmless exchange, at most twice and soon, while the SII is unavailable. Never for uploads. */
  retrying<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
}

interface WireOptions {
  fetch: Fetch
  userAgent: string
  sleep: (ms: number) => Promise<void>
}

// Someone may be waiting for a synchronous query, and longer pauses are the job queue's business.
const PAUSES_MS = [250, 1000]

export function createWire({ fetch, userAgent, sleep }: WireOptions): Wire {
  const wire: Wire = {
    async send(request) {
      const { status, bytes } = await wire.exchange(request)
      return { status, text: decodeBytes(bytes) }
    },

    async exchange({ url, method, headers, body, tls, timeoutMs, etapa, signal }) {
      signal?.throwIfAborted()
      const deadline = AbortSignal.timeout(timeoutMs)
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline
      const ask = async (): Promise<RawAnswer> => {
        const length: Record<string, string> =
          body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
        const response = await fetch(url, {
          method,
          headers: { 'User-Agent': userAgent, ...headers, ...length },
          body,
          redirect: 'manual', // a redirection is the maintenance page; following it would carry the cookie along
          signal: either,
          ...(tls && { tls }),
        } as RequestInit)
        const { status, headers: answered } = response
        return { status, headers: answered, bytes: new Uint8Array(await response.arrayBuffer()) }
      }
      try {
        return await untilAborted(ask(), either)
      } catch (cause) {
        signal?.throwIfAborted()
        const at = { etapa, retryable: true, answered: false, cause }
        throw deadline.aborted
          ? new SiiFault('SII_TIMEOUT', `El SII no respondió en ${timeoutMs / 1000} segundos`, at)
          : new SiiFault('SII_UNAVAILABLE', 'No hubo conexión con el SII', at)
      }
    },

    async retrying(signal, work) {
      for (const pause of PAUSES_MS) {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof SiiFault) || error.code !== 'SII_UNAVAILABLE') throw error
          // A caller turned away for asking too often is not helped by asking again at once.
          if (error.frente === 'firewall' || error.frente === 'cola' || error.frente === 'captcha')
            throw error
        }
        await (signal ? untilAborted(sleep(pause), signal) : sleep(pause))
      }
      return work()
    },
  }
  return wire
}

/** In `simulacion` everything that leaves tells whose it is: one simulator serves every account, and a RUT proves nothing. */
export function ownedWire(wire: Wire, { ambiente, dueno }: { ambiente: Ambiente; dueno?: string }): Wire {
  if (ambiente !== 'simulacion' || !dueno) return wire
  const headers = { 'X-Simulador-Dueno': dueno }
  return {
    ...wire,
    send: (request) => wire.send({ ...request, headers: { ...request.headers, ...headers } }),
    exchange: (request) => wire.exchange({ ...request, headers: { ...request.headers, ...headers } }),
  }
}

/** Settles with `work`, or rejects with the signal's reason as soon as it aborts, even if `work` ignores the signal. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
  })
}

/** The XML of an answer; throws when the SII is down, answered a SOAP fault, or the text is no XML. */
export function xmlAnswer(answer: Answer, etapa: Etapa): Nodo {
  refuseOutage(answer, etapa)
  const nodo = readXml(answer.text)
  if (!nodo) throw nonsense(etapa, answer, 'no es XML')
  return nodo
}

/**
 * Throws when the answer is not the service's own: 5xx, redirection, HTML page, `Error 500`, nothing, SOAP fault. A page that refuses in
 * known words is not worth another try, one that ends a session is `TokenRefused`, any other is an outage and says whose.
 */
export function refuseOutage({ status, text }: Answer, etapa: Etapa): void {
  const fault = soapFault(text)
  if (fault !== null) {
    throw new SiiFault('SII_ERROR', `El SII respondió con una falla: ${fault}`, {
      etapa,
      retryable: true,
      answered: true,
      glosa: fault,
    })
  }
  const busy = status >= 500 || status === 429 || status === 408 || (status >= 300 && status < 400)
  const empty = status < 300 && text.trim() === ''
  const said = readFrente(text)
  const frente = said?.frente ?? null
  // An outage says nothing of who asks, whatever words it has.
  if (!busy && frente === 'sesion' && (isHtml(text) || status < 300))
    throw new TokenRefused(String(status), said!.dicho)
  // The reader of an upload's door knows its refusals (`refusedInWords`): anything else may have let the
  // file in.
  if (!busy && etapa !== 'envio' && frente === 'rehuso' && (isHtml(text) || status < 300))
    throw new SiiFault('SII_ERROR', `El SII rehusó: ${said!.dicho}`, {
      etapa,
      retryable: false,
      answered: true,
      glosa: said!.dicho,
      frente,
    })
  const speaks = frente !== null && frente !== 'rehuso' && frente !== 'sesion' ? frente : null
  if (busy || empty || isHtml(text) || (speaks && status < 300)) {
    const who = speaks ? `: ${DE_FRENTE[speaks]}` : ''
    throw new SiiFault('SII_UNAVAILABLE', `El SII no está disponible (HTTP ${status})${who}`, {
      etapa,
      retryable: true,
      answered: false,
      ...(said?.dicho && isHtml(text) && { glosa: said.dicho }),
      frente: speaks,
    })
  }
}

/** The fault for an answer that makes no sense; worth another try, for the SII's front ends garble replies. */
export function nonsense(etapa: Etapa, { status, text }: Answer, why: string): SiiFault {
  return new SiiFault('SII_ERROR', `El SII respondió algo incomprensible (HTTP ${status}): ${why}`, {
    etapa,
    retryable: true,
    answered: true,
    // A cut-off document could show a token; plain text explains itself.
    glosa: text.includes('<') ? undefined : shorten(text),
  })
}

/** Free text of an answer, fit for a message. */
export const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

function soapFault(text: string): string | null {
  if (!/<(?:[\w.-]+:)?Fault[\s>]/.test(text)) return null
  const xml = readXml(text)
  const fault = xml && findNodo(xml, 'Fault')
  return fault ? shorten(textOf(fault, 'faultstring') || 'sin detalle') : null
}

/** The declaration says UTF-8 while the bytes may be ISO-8859-1 (sii §1.2). */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
