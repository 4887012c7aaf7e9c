// registroreclamodteservice: acceptances and claims of received documents (sii §7).

import type { EventoAcuse } from '../domain/acuse'
import { chileInstant, isDate } from '../domain/fecha'
import { splitRut } from '../domain/rut'
import { escapeText } from '../xml/escape'
import { explain, lookUp } from './codigos/codigos'
import { RECLAMO } from './codigos/reclamo'
import { readFrente } from './frente'
import { findNodo, type Nodo, textOf } from './nodo'
import type { Contexto, DocumentoAcuse, RespuestaAcuse } from './sii'
import { SiiFault } from './sii'
import { TokenRefused } from './token-refused'
import { type Answer, nonsense, refuseOutage, shorten, type Wire, xmlAnswer } from './wire'

const NS = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const ETAPA = 'consulta'

/** One call: the wire, the service's address, a token, who asks, the document and the wait in milliseconds. */
export interface LlamadaReclamo {
  wire: Wire
  url: string
  token: string
  ctx: Contexto
  dte: DocumentoAcuse
  timeoutMs: number
}

/** Registers an action: once, never repeated by itself. */
export async function registerAccion(call: LlamadaReclamo, accion: string): Promise<RespuestaAcuse> {
  const { nodo, answer } = await ask(call, 'ingresarAceptacionReclamoDoc', [['accionDoc', accion]])
  return respuestaOf(nodo, answer)
}

/** The events of a document, oldest first. */
export async function listEventos(
  call: LlamadaReclamo,
): Promise<RespuestaAcuse & { eventos: EventoAcuse[] }> {
  const { nodo, answer } = await ask(call, 'listarEventosHistDoc')
  const eventos = nodo.hijos
    .filter(({ nombre }) => nombre === 'listaEventosDoc')
    .map((one) => eventoOf(one, answer))
  return {
    ...respuestaOf(nodo, answer),
    eventos: eventos.sort((a, b) => (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0)),
  }
}

/** Whether a document can be ceded. */
export async function queryCedible(call: LlamadaReclamo): Promise<RespuestaAcuse> {
  const { nodo, answer } = await ask(call, 'consultarDocDteCedible')
  return respuestaOf(nodo, answer)
}

/** When the SII received a document; null when it tells no date. */
export async function queryRecepcion(call: LlamadaReclamo): Promise<Date | null> {
  const { nodo, answer } = await ask(call, 'consultarFechaRecepcionSii')
  if (nodo.texto === '') return null
  return readFecha(nodo.texto, answer)
}

async function ask(
  { wire, url, token, ctx, dte, timeoutMs }: LlamadaReclamo,
  operation: string,
  more: [name: string, value: string][] = [],
): Promise<{ nodo: Nodo; answer: Answer }> {
  const { numero, dv } = splitRut(dte.rutEmisor)
  const params = [
    ['rutEmisor', numero],
    ['dvEmisor', dv],
    ['tipoDoc', String(dte.tipoDte)],
    ['folio', String(dte.folio)],
    ...more,
  ] as const
  const leaves = params.map(([name, value]) => `<${name}>${escapeText(value)}</${name}>`).join('')
  const answer = await wire.send({
    url,
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""', Cookie: `TOKEN=${token}` },
    body:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ws="${NS}"><soapenv:Header/><soapenv:Body>` +
      `<ws:${operation}>${leaves}</ws:${operation}></soapenv:Body></soapenv:Envelope>`,
    timeoutMs,
    etapa: ETAPA,
    ...(ctx.signal && { signal: ctx.signal }),
  })
  if (/<faultstring>[^<]*TOKEN\s+invalido/i.test(answer.text))
    throw new TokenRefused(String(answer.status), 'TOKEN invalido')
  // A front end before the service has its own refusals, under the same status (sii §1.5).
  const said = readFrente(answer.text)
  if (said?.frente) refuseOutage(answer, ETAPA)
  if (answer.status === 401 || answer.status === 403)
    throw new TokenRefused(String(answer.status), said?.dicho ?? shorten(answer.text))
  const nodo = findNodo(xmlAnswer(answer, ETAPA), 'return')
  if (!nodo) throw nonsense(ETAPA, answer, 'falta el valor de retorno')
  return { nodo, answer }
}

function respuestaOf(nodo: Nodo, answer: Answer): RespuestaAcuse {
  const codigo = textOf(nodo, 'codResp')
  const glosa = textOf(nodo, 'descResp')
  const row = lookUp(RECLAMO, codigo)
  if (!row) throw nonsense(ETAPA, answer, `no se conoce el código ${codigo || 'vacío'}`)
  if (row.falla) {
    const { causa } = explain(codigo, 'reclamo')!
    throw new SiiFault('SII_ERROR', causa, { etapa: ETAPA, retryable: true, answered: true, codigo, glosa })
  }
  return { codigo, glosa: glosa || row.causa }
}

const eventoOf = (nodo: Nodo, answer: Answer): EventoAcuse => ({
  codigo: textOf(nodo, 'codEvento'),
  descripcion: textOf(nodo, 'descEvento'),
  fecha: readFecha(textOf(nodo, 'fechaEvento'), answer).toISOString(),
  rut: `${textOf(nodo, 'rutResponsable')}-${textOf(nodo, 'dvResponsable').toUpperCase()}`,
})

/** `dd-mm-yyyy hh:mm:ss` in Chile. Throws for any other text. */
function readFecha(text: string, answer: Answer): Date {
  const [, d, m, y, time] = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? []
  const date = `${y}-${m}-${d}`
  if (!time || !isDate(date)) throw nonsense(ETAPA, answer, 'una fecha no se entiende')
  return chileInstant(`${date}T${time}`)
}
