// The one builder of requests to the portal's JSON applications (sii §11.4): headers, envelope, conversation. Whatever is doubtful of them
// is here alone. What `codRespuesta` means is each application's own, so the caller decides.

import { parseLong } from '../../base/long-json'
import { pauses } from '../../base/turn'
import type { Ambiente } from '../../domain/ambiente'
import { readFrente } from '../frente'
import { SesionDudosa, SesionMuerta, strangeError } from './faults'
import { type Destino, destinoOf, follow, publicUrl } from './hosts'
import { isLoginPage, isPage, type Pagina, refusePage } from './pages'

/** An application: the first segment of its path, and the interface that its namespace names. */
export interface AppPortal {
  app: string
  /** The path that its methods stand under; mostly `facadeService`. */
  servicio?: string
  namespace: string
}

export interface RespuestaFacade {
  codRespuesta: number
  msgeRespuesta: string | null
  codError: string | null
  /** The method's own properties, `data` among them; `metaData` and `respEstado` taken away. */
  cuerpo: Record<string, unknown>
}

/** The request of a method. `token` is the session's; the transaction's id is fresh. */
export function facadeRequest(
  ambiente: Ambiente,
  { app, servicio = 'facadeService', namespace }: AppPortal,
  metodo: string,
  data: object | null,
  token: string,
  transactionId: string,
): { destino: Destino; body: string; headers: Record<string, string> } {
  const destino = destinoOf(ambiente, 'www4', `/${app}/services/data/${servicio}/${metodo}`)
  return {
    destino,
    body: JSON.stringify({
      metaData: { namespace: `${namespace}/${metodo}`, conversationId: token, transactionId, page: null },
      data,
    }),
    headers: {
      'Content-Type': 'application/json',
      // Alone, `application/json` is answered with 500.
      Accept: 'application/json, text/plain, */*',
      Origin: `https://${destino.nombre}.sii.cl`,
      Referer: publicUrl({ ...destino, ruta: `/${app}/` }),
    },
  }
}

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

const leadsToLogin = ({ destino, status, headers }: Pagina): boolean => {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const next = location && follow(destino, location)
  return next ? next.nombre === 'zeusr' || next.nombre === 'herculesr' : false
}

/**
 * Reads an answer, a long one in turns of the event loop. Throws SesionMuerta for the signs of a dead session, SiiFault for a page that
 * says what it is, SII_ERROR for what is no answer of a facade; for a page that nobody knows SesionDudosa where the session may have
 * ended (`mayHaveEnded`).
 */
export async function readFacade(
  pagina: Pagina,
  paso: string,
  mayHaveEnded: boolean,
): Promise<RespuestaFacade> {
  const { status, html } = pagina
  if (status === 401 || status === 403 || isLoginPage(pagina) || leadsToLogin(pagina))
    throw new SesionMuerta(`HTTP ${status}`)
  const esperado = 'una respuesta JSON con respEstado'
  let json: unknown
  try {
    json = await parseLong(html, pauses())
  } catch {
    // A page that says what it is, is read by its words: a login costs one of the few that the SII admits.
    if (status !== 200 || readFrente(html)?.frente) refusePage(pagina)
    if (mayHaveEnded && isPage(html)) throw new SesionDudosa('página')
    throw strangeError(paso, esperado, html)
  }
  const { metaData: _, respEstado, ...cuerpo } = (json ?? {}) as Record<string, unknown>
  const estado = respEstado as Record<string, unknown> | null | undefined
  const msgeRespuesta = textOrNull(estado?.msgeRespuesta)
  if (msgeRespuesta?.startsWith('El token no es v')) throw new SesionMuerta(msgeRespuesta)
  const codRespuesta = Number(estado?.codRespuesta ?? Number.NaN)
  if (status !== 200 || !Number.isInteger(codRespuesta)) throw strangeError(paso, esperado)
  return { codRespuesta, msgeRespuesta, codError: textOrNull(estado?.codError), cuerpo }
}
