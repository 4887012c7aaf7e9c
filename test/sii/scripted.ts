// A fake SII that says what a test tells it to: answers by part of the URL, used up in order, the last one repeated.

import { generateKeyPairSync } from 'node:crypto'
import type { Contexto, Fetch, SiiOptions } from '../../src/sii'
import { createSii } from '../../src/sii'

export interface Call {
  url: string
  method: string
  headers: Headers
  body: Buffer
  redirect: RequestInit['redirect']
}

export type Reply =
  | string
  | Uint8Array
  | { status?: number; body: string | Uint8Array }
  | Error
  | ((call: Call) => Reply)

/** Replies by a piece of the URL; an Error is a broken connection. */
export type Script = Record<string, Reply | Reply[]>

export interface Scripted {
  fetch: Fetch
  calls: Call[]
  /** How often a URL with that piece was asked. */
  count(piece: string): number
}

export function scripted(script: Script): Scripted {
  const calls: Call[] = []
  const queues = new Map(Object.entries(script).map(([piece, reply]) => [piece, [reply].flat() as Reply[]]))
  const fetch: Fetch = async (url, init) => {
    const body = init.body === undefined ? Buffer.alloc(0) : Buffer.from(init.body as string)
    const call = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body,
      redirect: init.redirect,
    }
    calls.push(call)
    const queue = [...queues].find(([piece]) => url.includes(piece))?.[1]
    if (!queue) throw new Error(`The script has no answer for ${url}`)
    return toResponse(queue.length > 1 ? queue.shift()! : queue[0]!, call)
  }
  return { fetch, calls, count: (piece) => calls.filter(({ url }) => url.includes(piece)).length }
}

function toResponse(reply: Reply, call: Call): Response {
  if (typeof reply === 'function') return toResponse(reply(call), call)
  if (reply instanceof Error) throw reply
  const { status = 200, body } =
    typeof reply === 'string' || reply instanceof Uint8Array ? { body: reply } : reply
  return new Response(body as Uint8Array<ArrayBuffer>, { status })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A live SOAP reply: qualified Return around an escaped document (sii §1.2). */
export const soap = (operation: string, inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <soapenv:Body>
  <ns1:${operation}Response soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="http://DefaultNamespace">
   <ns1:${operation}Return xsi:type="xsd:string">${escaped(`<?xml version="1.0" encoding="UTF-8"?>`)}&#xd;
${escaped(inner)}</ns1:${operation}Return>
  </ns1:${operation}Response>
 </soapenv:Body>
</soapenv:Envelope>`

/** The SII's inner document, body before header as live replies have it. */
export const respuesta = (cabecera: string, cuerpo?: string): string =>
  `<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">${
    cuerpo === undefined ? '' : `<SII:RESP_BODY>${cuerpo}</SII:RESP_BODY>`
  }<SII:RESP_HDR>${cabecera}</SII:RESP_HDR></SII:RESPUESTA>`

export const SEED = respuesta('<ESTADO>00</ESTADO>', '<SEMILLA>000000000078</SEMILLA>')
export const tokenOf = (token: string): string =>
  respuesta('<ESTADO>00</ESTADO><GLOSA>Token Creado</GLOSA>', `<TOKEN>${token}</TOKEN>`)

/** Signing in that works, with tokens A, B, C in turn. */
export const LOGIN: Script = {
  CrSeed: soap('getSeed', SEED),
  GetTokenFromSeed: ['TokenAAAAAAAA', 'TokenBBBBBBBB', 'TokenCCCCCCCC'].map((t) =>
    soap('getToken', tokenOf(t)),
  ),
  'electronica.semilla': SEED,
  'electronica.token': ['RestAAAAAAAAA', 'RestBBBBBBBBB', 'RestCCCCCCCCC'].map(tokenOf),
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })

export const CTX: Contexto = {
  ambiente: 'certificacion',
  firmante: { id: 'cert-1', rut: '11111111-1', llave: privateKey, certificado: 'MIIBdummy' },
  rutEmpresa: '76543210-3',
}

export const NOON = new Date('2025-01-02T15:00:00Z')

/** A client over a script, its pauses recorded instead of slept. */
export function client(script: Script, options: Partial<SiiOptions> = {}) {
  const server = scripted({ ...LOGIN, ...script })
  const pauses: number[] = []
  const sii = createSii({
    fetch: server.fetch,
    clock: () => NOON,
    sleep: async (ms) => {
      pauses.push(ms)
    },
    ...options,
  })
  return { ...server, sii, pauses }
}

/** The reason of a rejected promise. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It was expected to reject')
}

export const MAINTENANCE =
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head><title>503</title></head><body>Service Temporarily Unavailable</body></html>'
