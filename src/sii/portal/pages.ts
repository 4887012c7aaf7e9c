// One exchange with the portal (sii §11.2, §9.5): cookies both ways, charset, redirections within the SII, and what the front end
// answers in place of the application.

import type { Ambiente } from '../../domain/ambiente'
import { readFrente } from '../frente'
import { TokenRefused } from '../token-refused'
import { decodeBytes, type Etapa, refuseOutage, type Wire, type WireRequest } from '../wire'
import { FrontEnd, SesionMuerta } from './faults'
import { type Destino, follow, publicUrl } from './hosts'
import { textOf, titleOf } from './html'
import type { Jar } from './jar'

/** As browsers name themselves: the portal is made for them (sii §11.2). */
const NAVEGADOR = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const REDIRECCIONES_MAX = 5
const TIMEOUT_MS = 30_000

/** A page as it came. */
export interface Pagina {
  destino: Destino
  status: number
  headers: Headers
  /** ISO-8859-1 where the answer says so or its bytes are no UTF-8. */
  html: string
  /** As it came: a file whose signature covers its bytes. */
  bytes: Uint8Array
}

export interface Pedido {
  destino: Destino
  /** A POST with this body; omitted, a GET. */
  body?: string
  headers?: Record<string, string>
  tls?: WireRequest['tls']
  etapa?: Etapa
  /** False: a redirection is the caller's to read. */
  follow?: boolean
  signal?: AbortSignal
}

export type Pages = ReturnType<typeof createPages>

const decode = (bytes: Uint8Array, contentType: string | null): string =>
  /iso-?8859|latin/i.test(contentType ?? '') ? Buffer.from(bytes).toString('latin1') : decodeBytes(bytes)

/** Whether a text is a page, whatever its answer calls itself. */
export const isPage = (html: string): boolean => /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(html)

/** Throws FrontEnd where it was not the application that answered. */
export function refuseFrontEnd({ status, html, headers }: Pagina): void {
  const frente = readFrente(html)?.frente
  if (frente === 'cola' || /\bqueue-it\.net\//i.test(headers.get('location') ?? ''))
    throw new FrontEnd('COLA')
  if (frente === 'firewall' || (status === 403 && !/JBWEB|AUTENTICAD/i.test(html)))
    throw new FrontEnd('FIREWALL')
}

/** Whether a page is what the SII shows to who is not logged in. */
export const isLoginPage = ({ html }: Pagina): boolean =>
  (isPage(html) && /^autenticaci[oó]n$/i.test(titleOf(html))) || /NO ESTA AUTENTICADO/i.test(html)

/** Throws where a page in place of an answer says what it is (sii §1.5): a session that ended, a refusal, an outage. */
export function refusePage({ status, html: text }: Pagina, etapa: Etapa = 'consulta'): void {
  try {
    refuseOutage({ status, text }, etapa)
  } catch (fault) {
    // The portal has no token: what ended is its session.
    throw fault instanceof TokenRefused ? new SesionMuerta(fault.glosa) : fault
  }
}

export function createPages(wire: Wire, urlOf: (ambiente: Ambiente, destino: Destino) => string) {
  async function once(ambiente: Ambiente, jar: Jar, pedido: Pedido): Promise<Pagina> {
    const { destino, body, headers, tls, etapa = 'consulta', signal } = pedido
    const cookie = jar.header()
    const answer = await wire.exchange({
      url: urlOf(ambiente, destino),
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'User-Agent': NAVEGADOR,
        'Accept-Language': 'es-CL,es;q=0.9',
        ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
        ...(cookie && { Cookie: cookie }),
      },
      ...(body !== undefined && { body }),
      ...(tls && { tls }),
      timeoutMs: TIMEOUT_MS,
      etapa,
      ...(signal && { signal }),
    })
    jar.storeFrom(answer.headers)
    const html = decode(answer.bytes, answer.headers.get('content-type'))
    const { status, headers: answered, bytes } = answer
    const pagina = { destino, status, headers: answered, html, bytes }
    refuseFrontEnd(pagina)
    return pagina
  }

  return {
    once,

    /** A page, over its redirections. Throws SesionMuerta where they lead to the login, FrontEnd, and SiiFault where nothing came. */
    async get(ambiente: Ambiente, jar: Jar, pedido: Pedido): Promise<Pagina> {
      let pagina = await once(ambiente, jar, pedido)
      for (let i = 0; i < REDIRECCIONES_MAX; i++) {
        const location = pagina.status >= 300 && pagina.status < 400 ? pagina.headers.get('location') : null
        const next = location ? follow(pagina.destino, location) : null
        if (next?.nombre === 'zeusr') throw new SesionMuerta('login')
        if (!next) break
        const { signal } = pedido
        const referer = publicUrl(pagina.destino)
        pagina = await once(ambiente, jar, {
          destino: next,
          headers: { Referer: referer },
          ...(signal && { signal }),
        })
      }
      if (isLoginPage(pagina)) throw new SesionMuerta(textOf(pagina.html).slice(0, 200))
      // A page is what is asked for here: only what is none can be an outage.
      if (!isPage(pagina.html) || pagina.status >= 500) refusePage(pagina, pedido.etapa)
      return pagina
    },
  }
}
