// The boleta service, REST and JSON: envío on one host, states on another (sii §6). Its errors are plain text
// more often than JSON, and its 401 also means a User-Agent that it does not like.

import { splitRut } from '../domain/rut'
import { explain, lookUp } from './codigos/codigos'
import { DTE } from './codigos/dte'
import { ENVIO } from './codigos/envio'
import { queryFault } from './envio'
import { readFrente } from './frente'
import type { ConsultaDte, Contexto, ErrorDetalle, EstadoDte, EstadoEnvio, Recepcion } from './sii'
import { TokenRefused } from './token-refused'
import { canonicalTrackId, type Multipart, refusedInWords } from './upload'
import { type Answer, nonsense, refuseOutage, shorten, type Wire } from './wire'

type Json = Record<string, unknown>

/** Sends an EnvioBOLETA once. A refusal with an HTTP status alone has that status as its `codigo`. */
export async function uploadBoletas(
  wire: Wire,
  base: string,
  token: string,
  ctx: Contexto,
  { contentType, body }: Multipart,
  timeoutMs: number,
): Promise<Recepcion> {
  const answer = await wire.send({
    url: `${base}/boleta.electronica.envio`,
    method: 'POST',
    headers: { Accept: 'application/json', Cookie: `TOKEN=${token}`, 'Content-Type': contentType },
    body,
    timeoutMs,
    etapa: 'envio',
    signal: ctx.signal,
  })
  refuseToken(answer)
  const rehuso = refusedInWords(answer)
  if (rehuso) return rehuso
  refuseOutage(answer, 'envio')
  const json = readJson(answer.text)
  if (answer.status >= 400) return refusal(answer, json)
  const estado = text(json?.estado)
  const trackId = canonicalTrackId(text(json?.trackid))
  const rejected = lookUp(ENVIO, estado)?.final
  if (!json || (!trackId && !rejected)) throw nonsense('envio', answer, 'falta el Track ID')
  return {
    trackId,
    codigo: estado,
    glosa: glosaOf(json) || explain(estado, 'consulta')?.causa || '',
    repetido: false,
    reintentable: false,
    detalle: [],
  }
}

/**
 * State of a boleta envío. An unknown Track ID has `codigo` 404. One source adds `/estado` to this path, three do not
 * (sii §9.4).
 */
export async function queryEnvioBoletas(
  wire: Wire,
  base: string,
  token: string,
  ctx: Contexto,
  trackId: string,
  timeoutMs: number,
): Promise<EstadoEnvio> {
  const answer = await get(
    wire,
    `${base}/boleta.electronica.envio/${ctx.rutEmpresa}-${trackId}`,
    token,
    ctx,
    timeoutMs,
  )
  if (answer.status === 404) {
    return { codigo: '404', glosa: sayOr(answer, '404'), final: false, resumen: [], detalle: [] }
  }
  const json = expectJson(answer)
  const estado = text(json.estado)
  if (estado === '') throw nonsense('consulta', answer, 'falta estado')
  const row = lookUp(ENVIO, estado)
  return {
    codigo: estado,
    glosa: glosaOf(json) || row?.causa || '',
    final: row?.final ?? false,
    resumen: list(json.estadistica).map((fila) => ({
      tipoDte: count(fila.tipo),
      informados: count(fila.informados),
      aceptados: count(fila.aceptados),
      rechazados: count(fila.rechazados),
      reparos: count(fila.reparos),
    })),
    detalle: list(json.detalle_rep_rech).map(readDocumento),
  }
}

/** State of one boleta; all four query values are in practice mandatory. 404 reads as FAU: the SII has no such boleta. */
export async function queryBoleta(
  wire: Wire,
  base: string,
  token: string,
  ctx: Contexto,
  dte: ConsultaDte,
  timeoutMs: number,
): Promise<EstadoDte> {
  const receptor = splitRut(dte.rutReceptor)
  const query = new URLSearchParams({
    rut_receptor: receptor.numero,
    dv_receptor: receptor.dv,
    monto: dte.montoTotal,
    fechaEmision: dte.fechaEmision.split('-').reverse().join('-'),
  })
  const recurso = `boleta.electronica/${ctx.rutEmpresa}-${dte.tipoDte}-${dte.folio}/estado`
  const answer = await get(wire, `${base}/${recurso}?${query}`, token, ctx, timeoutMs)
  if (answer.status === 404) {
    return { codigo: 'FAU', glosa: sayOr(answer, 'FAU'), recibido: false, trackId: null }
  }
  const json = expectJson(answer)
  const codigo = text(json.codigo)
  const glosa = glosaOf(json)
  const row = lookUp(DTE, codigo)
  if (!row) throw queryFault(codigo, glosa, true)
  return { codigo, glosa: glosa || row.causa, recibido: row.recibido!, trackId: null }
}

async function get(
  wire: Wire,
  url: string,
  token: string,
  ctx: Contexto,
  timeoutMs: number,
): Promise<Answer> {
  const answer = await wire.send({
    url,
    method: 'GET',
    headers: { Accept: 'application/json', Cookie: `TOKEN=${token}` },
    timeoutMs,
    etapa: 'consulta',
    signal: ctx.signal,
  })
  // A front end before the service has its own 401 (sii §1.5).
  if (readFrente(answer.text)?.frente) refuseOutage(answer, 'consulta')
  refuseToken(answer)
  refuseOutage(answer, 'consulta')
  return answer
}

function refuseToken(answer: Answer): void {
  if (answer.status === 401 || (answer.status === 400 && /no trae token/i.test(answer.text))) {
    throw new TokenRefused(String(answer.status), sayOr(answer, '401'))
  }
}

// 200 with `falta monto` in plain text, or a 4xx: the question itself was refused.
function expectJson(answer: Answer): Json {
  const json = readJson(answer.text)
  if (answer.status >= 400) {
    const status = String(answer.status)
    throw queryFault(status, glosaOf(json) || sayOr(answer, status), false)
  }
  if (!json) throw nonsense('consulta', answer, shorten(answer.text) || 'no es JSON')
  return json
}

function refusal(answer: Answer, json: Json | null): Recepcion {
  const codigo = /\b(?:SCH|LSX|LPX|CHR)-\d{5}\b/.exec(answer.text)?.[0] ?? String(answer.status)
  const glosa = glosaOf(json) || sayOr(answer, codigo)
  return { trackId: null, codigo, glosa, repetido: false, reintentable: false, detalle: [] }
}

function readDocumento(fila: Json): EstadoEnvio['detalle'][number] {
  const estado = text(fila.estado)
  const errores: ErrorDetalle[] = list(fila.error).map((error) => ({
    codigo: [error.seccion, error.nivel, error.codigo].map(text).filter(Boolean).join('-'),
    descripcion: text(error.descripcion),
    detalle: text(error.detalle),
  }))
  const descripcion = text(fila.descripcion)
  if (errores.length === 0 && descripcion !== '') errores.push({ codigo: estado, descripcion, detalle: '' })
  return { tipoDte: numberOrNull(fila.tipo), folio: numberOrNull(fila.folio), estado, errores }
}

function readJson(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    return null
  }
}

/** Its own words when they are plain text, else ours. */
const sayOr = (answer: Answer, codigo: string): string =>
  (/^[^<{]/.test(answer.text.trim()) && shorten(answer.text)) || (explain(codigo, 'consulta')?.causa ?? '')

const glosaOf = (json: Json | null): string =>
  text(json?.descripcion) || text(json?.glosa) || text(json?.mensaje)

// Fifteen digits at most, so a JSON number still holds a track id exactly (sii §6.3).
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

const count = (value: unknown): number => Number(value) || 0

const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value)
