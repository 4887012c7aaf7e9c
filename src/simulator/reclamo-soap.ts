// registroreclamodteservice of ws1 and ws2: JAX-WS, SOAP 1.1 rpc/literal, its answers not escaped (sii §7.1).

import { chileTimestamp } from '../domain/fecha'
import { parseRut } from '../domain/rut'
import { cookieToken, tokenOwner } from './autenticacion'
import { maySend } from './contribuyentes'
import type { Falla } from './fallas'
import type { Lado } from './hosts'
import type { Libro } from './libro'
import { worldOf } from './portal/dueno'
import { type Clave, cedibleOf, type Evento, findRecibido, registerEvento } from './reclamo'
import { ACCIONES, type Accion, ATENDIDOS, type CodResp, EVENTOS, RESPUESTAS } from './reclamo-codigos'
import { escapeXml, XmlFault } from './scanner'
import type { Llamada, Sim } from './sim'
import { decodeSoap, parseSoap } from './soap'

const NS = 'http://ws.registroreclamodte.diii.sdi.sii.cl'
const PATHS: Record<Lado, string> = {
  certificacion: '/WSREGISTRORECLAMODTECERT/registroreclamodteservice',
  produccion: '/WSREGISTRORECLAMODTE/registroreclamodteservice',
}
const DOCUMENTO = ['rutEmisor', 'dvEmisor', 'tipoDoc', 'folio']
const OPERACIONES: Record<string, string[]> = {
  ingresarAceptacionReclamoDoc: [...DOCUMENTO, 'accionDoc'],
  listarEventosHistDoc: DOCUMENTO,
  consultarDocDteCedible: DOCUMENTO,
  consultarFechaRecepcionSii: DOCUMENTO,
  getVersion: [],
}

/** Whether the service of that side lives at a path. */
export const isReclamoPath = (lado: Lado, path: string): boolean => PATHS[lado] === path

/** Answers a request of the service; `falla` is what a fault on demand refuses it with. */
export async function answerReclamo(
  sim: Sim,
  libro: Libro,
  { request, lado }: Llamada,
  falla: Falla['falla'] | null,
): Promise<Response> {
  if (request.method === 'GET') return wsdl()
  if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
  let operacion: ReturnType<typeof parseSoap>
  try {
    operacion = parseSoap(decodeSoap(await request.arrayBuffer()))
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    return soapFault('S:Client', `Couldn't create SOAP message due to exception: ${fault.message}`)
  }
  const name = operacion?.nombre ?? ''
  const sent = operacion?.parametros ?? []
  const fits =
    operacion?.espacio === NS && OPERACIONES[name]?.join() === sent.map(({ nombre }) => nombre).join()
  if (!fits)
    return soapFault('S:Client', `Cannot find dispatch method for {${operacion?.espacio ?? ''}}${name}`)
  const owner = tokenOwner(sim, lado, 'soap', cookieToken(request))
  if ('estado' in owner || falla === 'token_rechazado') return soapFault('S:Server', 'TOKEN invalido')
  if (name === 'getVersion') return reply(name, '1.2')
  const p = Object.fromEntries(sent.map(({ nombre, valor }) => [nombre, valor]))
  return reply(
    name,
    answer(sim, libro, { lado, mundo: worldOf(sim, request), persona: owner.rut, name, p, falla }),
  )
}

interface Pregunta {
  lado: Lado
  mundo: string | null
  /** The owner of the token. */
  persona: string
  name: string
  p: Record<string, string>
  falla: Falla['falla'] | null
}

function answer(sim: Sim, libro: Libro, { lado, mundo, persona, name, p, falla }: Pregunta): string {
  const clave = readClave(lado, mundo, p)
  // The date travels alone, without a code that could say what is wrong: then there is none.
  if (name === 'consultarFechaRecepcionSii') {
    const recibido = typeof clave === 'object' && falla === null ? findRecibido(sim, libro, clave) : null
    return recibido ? siiDate(recibido.recibidoAt) : ''
  }
  if (falla === 'error_interno') return codigo('-1')
  if (typeof clave === 'number') return codigo(clave)
  if (name === 'consultarDocDteCedible') return codigo(cedibleOf(sim, libro, clave))
  const recibido = findRecibido(sim, libro, clave)
  const receptor = recibido?.documento.rutReceptor ?? ''
  const acts = falla !== 'sin_permiso' && maySend(sim, lado, receptor, persona)
  if (name === 'ingresarAceptacionReclamoDoc') {
    if (!ACCIONES.includes(p.accionDoc as Accion)) return codigo(4)
    if (recibido && !acts) return codigo(17)
    return codigo(registerEvento(sim, libro, clave, p.accionDoc as Accion, persona))
  }
  if (!ATENDIDOS.includes(clave.tipoDte)) return codigo(3)
  if (!recibido) return codigo(18)
  const asks = falla !== 'sin_permiso' && maySend(sim, lado, clave.rutEmisor, persona)
  if (!acts && !asks) return codigo(14)
  return codigo(recibido.eventos.length ? 15 : 16) + recibido.eventos.map(evento).join('')
}

/** The document asked for, or the code that says what is wrong with the question. */
function readClave(lado: Lado, mundo: string | null, p: Record<string, string>): Clave | 1 | 2 | 3 {
  const split = /^[1-9]\d{3,7}$/.test(p.rutEmisor!) && /^[\dK]$/.test(p.dvEmisor!)
  const rutEmisor = split ? parseRut(`${p.rutEmisor}-${p.dvEmisor}`) : null
  if (!rutEmisor) return 1
  if (!/^\d{1,3}$/.test(p.tipoDoc!)) return 3
  if (!/^[1-9]\d{0,9}$/.test(p.folio!)) return 2
  return { lado, mundo, rutEmisor, tipoDte: Number(p.tipoDoc), folio: Number(p.folio) }
}

const codigo = (code: CodResp): string =>
  `<codResp>${code}</codResp><descResp>${escapeXml(RESPUESTAS[code])}</descResp>`

function evento({ codigo, rut, at }: Evento): string {
  const [numero, dv] = rut.split('-')
  return `<listaEventosDoc><codEvento>${codigo}</codEvento><descEvento>${escapeXml(EVENTOS[codigo])}</descEvento><rutResponsable>${numero}</rutResponsable><dvResponsable>${dv}</dvResponsable><fechaEvento>${siiDate(at)}</fechaEvento></listaEventosDoc>`
}

/** `dd-mm-yyyy hh:mm:ss` in Chile. */
function siiDate(at: number): string {
  const [date, time] = chileTimestamp(new Date(at)).split('T') as [string, string]
  return `${date.split('-').reverse().join('-')} ${time}`
}

const envelope = (body: string, status = 200): Response =>
  new Response(
    `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`,
    { status, headers: { 'content-type': 'text/xml;charset=utf-8' } },
  )

const reply = (operation: string, value: string): Response =>
  envelope(`<ns2:${operation}Response xmlns:ns2="${NS}"><return>${value}</return></ns2:${operation}Response>`)

const soapFault = (code: string, text: string): Response =>
  envelope(
    `<S:Fault><faultcode>${code}</faultcode><faultstring>${escapeXml(text)}</faultstring></S:Fault>`,
    500,
  )

/** A description for clients that insist on one; the address in it is not to be believed. */
function wsdl(): Response {
  const messages = Object.entries(OPERACIONES).map(([name, parts]) => {
    const list = parts.map((part) => `<part name="${part}" type="xsd:string"/>`).join('')
    return `<message name="${name}">${list}</message><message name="${name}Response"><part name="return" type="xsd:anyType"/></message>`
  })
  const ports = Object.keys(OPERACIONES).map(
    (name) =>
      `<operation name="${name}"><input message="tns:${name}"/><output message="tns:${name}Response"/></operation>`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="${NS}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${NS}" name="RegistroReclamoDteServiceEndpointService">
${messages.join('\n')}
<portType name="RegistroReclamoDteService">
${ports.join('\n')}
</portType>
</definitions>`
  return new Response(xml, { headers: { 'content-type': 'text/xml;charset=utf-8' } })
}
