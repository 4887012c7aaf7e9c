// The SII's Axis 1 services: one call, one string parameter list, one escaped XML document in the reply
// (sii §1.2).

import { escapeText } from '../xml/escape'
import { findNodo, type Nodo, readXml, textOf } from './nodo'
import { type Answer, type Etapa, nonsense, type Wire, xmlAnswer } from './wire'

/** `SII:RESPUESTA` opened: its ESTADO, its header leaves and its body, whichever came first. */
export interface Respuesta {
  estado: string
  cabecera: Nodo
  cuerpo: Nodo | null
}

interface SoapCall {
  url: string
  operation: string
  /** In WSDL order: some services match by position. */
  params: [name: string, value: string][]
  timeoutMs: number
  etapa: Etapa
  signal?: AbortSignal
}

/** Calls an operation and opens what it returns; throws `SiiFault` for everything that is not a `RESPUESTA`. */
export async function callSoap(wire: Wire, call: SoapCall): Promise<Respuesta> {
  const { url, operation, params, timeoutMs, etapa, signal } = call
  const answer = await wire.send({
    url,
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    body: soapRequest(operation, params),
    timeoutMs,
    etapa,
    signal,
  })
  // Qualified in live replies, unqualified in the manuals' examples.
  const inner = findNodo(xmlAnswer(answer, etapa), /Return$/)
  if (!inner) throw nonsense(etapa, answer, 'falta el valor de retorno')
  return readRespuesta(readXml(inner.texto), answer, etapa)
}

/** The request text. `http://DefaultNamespace` is what the live services declare; getEstUp refuses others. */
function soapRequest(operation: string, params: SoapCall['params']): string {
  const leaves = params.map(([name, value]) => `<${name}>${escapeText(value)}</${name}>`).join('')
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    `<${operation} xmlns="http://DefaultNamespace">${leaves}</${operation}>` +
    '</soapenv:Body></soapenv:Envelope>'
  )
}

/** Opens a `RESPUESTA` (SOAP after unescaping, or the boleta service's plain one); throws when it has no ESTADO. */
export function readRespuesta(root: Nodo | null, answer: Answer, etapa: Etapa): Respuesta {
  const cabecera = root && findNodo(root, 'RESP_HDR')
  const cuerpo = root && findNodo(root, 'RESP_BODY')
  const estado = textOf(cabecera, 'ESTADO')
  if (!cabecera || estado === '') throw nonsense(etapa, answer, 'falta ESTADO')
  return { estado, cabecera, cuerpo }
}
