// DTEUpload: a multipart body made by hand, so that order, line ends and the file's bytes are exactly what the SII's
// gateway reads (sii §3).

import { createHash } from 'node:crypto'
import { splitRut } from '../domain/rut'
import { foldText } from '../domain/texto'
import { lookUp } from './codigos/codigos'
import { UPLOAD, UPLOAD_OTRO } from './codigos/upload'
import { readFrente } from './frente'
import { findNodo, type Nodo, readXml, textOf } from './nodo'
import type { Contexto, Recepcion } from './sii'
import { TokenRefused } from './token-refused'
import { type Answer, nonsense, refuseOutage, type Wire } from './wire'

/** The body of an upload and the header that announces it; the boleta service takes the same. */
export interface Multipart {
  contentType: string
  body: Uint8Array
}

/** The five parts in the SII's order. The boundary is a digest of the file, which no file can contain. */
export function multipartEnvio(ctx: Contexto, xml: Uint8Array, fileName: string): Multipart {
  const boundary = `timbre-${createHash('sha256').update(xml).digest('hex').slice(0, 40)}`
  const sender = splitRut(ctx.firmante.rut)
  const company = splitRut(ctx.rutEmpresa)
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head =
    field('rutSender', sender.numero) +
    field('dvSender', sender.dv) +
    field('rutCompany', company.numero) +
    field('dvCompany', company.dv) +
    `--${boundary}\r\nContent-Disposition: form-data; name="archivo"; filename="${safeName(fileName)}"\r\n` +
    'Content-Type: text/xml\r\n\r\n'
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head, 'latin1'), xml, Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')]),
  }
}

/** Sends an envelope once; throws `TokenRefused` on STATUS 5 and `SiiFault` when no RECEPCIONDTE came back. */
export async function uploadDte(
  wire: Wire,
  url: string,
  token: string,
  ctx: Contexto,
  { contentType, body }: Multipart,
  timeoutMs: number,
): Promise<Recepcion> {
  const answer = await wire.send({
    url,
    method: 'POST',
    headers: {
      Accept: '*/*',
      'Accept-Language': 'es-cl',
      'Cache-Control': 'no-cache',
      Cookie: `TOKEN=${token}`,
      'Content-Type': contentType,
    },
    body,
    timeoutMs,
    etapa: 'envio',
    signal: ctx.signal,
  })
  return readRecepcion(answer)
}

/**
 * Reads RECEPCIONDTE. STATUS 99 is success with the earlier Track ID; when its text does not show one `trackId` is null
 * and `reintentable` true: the SII has the documents, so the caller asks for them (QueryEstDteAv) instead of believing
 * in a refusal.
 */
function readRecepcion(answer: Answer): Recepcion {
  const root = readXml(answer.text)
  // Parsed before the HTTP status is judged: which status errors carry is not documented (sii §9.5).
  if (!root?.nombre.startsWith('RECEPCION')) {
    const rehuso = refusedInWords(answer)
    if (rehuso) return rehuso
    refuseOutage(answer, 'envio')
    throw nonsense('envio', answer, 'no es una RECEPCIONDTE')
  }
  const status = textOf(root, 'STATUS').replace(/^0+(?=\d)/, '')
  if (status === '') throw nonsense('envio', answer, 'falta STATUS')
  const row = lookUp(UPLOAD, status) ?? UPLOAD_OTRO
  const detalle = errorTexts(root)
  const glosa = textOf(root, 'GLOSA') || detalle[0] || row.causa
  if (row.token) throw new TokenRefused(status, glosa)

  const repetido = status === '99'
  const trackId = repetido
    ? earlierTrackId(root)
    : status === '0'
      ? canonicalTrackId(textOf(root, 'TRACKID'))
      : null
  if (status === '0' && !trackId) throw nonsense('envio', answer, 'falta TRACKID')
  return {
    trackId,
    codigo: status,
    glosa,
    repetido,
    reintentable: repetido ? trackId === null : row.reintentable,
    detalle,
  }
}

/**
 * The door's refusal as a page or plain text in known words: it looked at who sends, and took nothing. Null for any other answer, also
 * for pages under 401 and 403, which are of whatever stands before the door. The code is that of the same refusal in XML, where the words say whose it is.
 */
export function refusedInWords({ status, text }: Answer): Recepcion | null {
  const said = status < 300 ? readFrente(text) : null
  if (said?.frente !== 'rehuso') return null
  const plain = foldText(said.dicho)
  const codigo = /\b(?:empresa|contribuyente|emisor)\b/.test(plain) ? '6' : 'NO AUTORIZADO'
  return { trackId: null, codigo, glosa: said.dicho, repetido: false, reintentable: false, detalle: [] }
}

/** Track ids come padded to ten digits here and bare there: without zeros they compare (sii §3.3). */
export function canonicalTrackId(text: string): string | null {
  const digits = /^0*(\d{1,15})$/.exec(text.trim())?.[1]
  return digits && digits !== '0' ? digits : null
}

function errorTexts(root: Nodo): string[] {
  const detail = findNodo(root, 'DETAIL')
  if (!detail) return []
  const texts = detail.hijos.length > 0 ? detail.hijos.map((hijo) => hijo.texto) : [detail.texto]
  return texts.filter((texto) => texto !== '')
}

const NOT_TALKING = new Set(['RUTSENDER', 'RUTCOMPANY', 'FILE', 'TIMESTAMP', 'STATUS'])

// The wording is unknown. Only a number called a track id counts, or one lone number of a track id's ten positions.
function earlierTrackId(root: Nodo): string | null {
  const own = canonicalTrackId(textOf(root, 'TRACKID'))
  if (own) return own
  const words = [
    root.texto,
    ...root.hijos.filter(({ nombre }) => !NOT_TALKING.has(nombre)).flatMap(allTexts),
  ].join(' ')
  const named = /track[\s_-]*id[^\d]{0,20}(\d{1,15})(?!\d)/i.exec(words)?.[1]
  if (named) return canonicalTrackId(named)
  const alone = new Set(words.match(/(?<![\d-])\d{10}(?![\d-])/g))
  return alone.size === 1 ? canonicalTrackId([...alone][0]!) : null
}

const allTexts = (nodo: Nodo): string[] => [nodo.texto, ...nodo.hijos.flatMap(allTexts)]

const safeName = (name: string): string => name.replace(/[^\w.-]/g, '_')
