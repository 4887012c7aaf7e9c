// DTEUpload, the door for envelopes of documents, reports of used folios and books (sii §3, simulator §20, §24). It looks at the sender
// and at the file's form; digests, CAFs and folios are judged later.

import { chileTimestamp } from '../domain/fecha'
import { cookieToken, tokenOwner } from './autenticacion'
import { isEmisor, maySend } from './contribuyentes'
import { hasLongLine, inspect, openSobre, type Recibido, readFormulario, sha1, storeEnvio } from './envio'
import type { Libro } from './libro'
import { isLibro, readLibro } from './libros/lectura'
import { repeatLibro, storeLibro } from './libros/libros'
import { parseMultipart } from './multipart'
import { duenoOf } from './portal/dueno'
import { isConsumoFolios, readConsumoFolios } from './rcof/lectura'
import { repeatRcof, storeRcof } from './rcof/rcof'
import type { Pause } from './recorte'
import { escapeXml } from './scanner'
import type { Llamada, Sim } from './sim'

/** More than any envelope of 2,000 ordinary documents; the SII's own limit is not known (sii §9.6). */
const BYTES_MAX = 32 * 1024 * 1024

/** A book is read in one go, and one of a set is a few kilobytes. */
const LIBRO_MAX = 1024 * 1024

interface Recibo {
  sender?: string
  company?: string
  archivo?: string
  status: string
  trackId?: number
  detalle?: string[]
}

/** Answers an upload; the order of the checks is that of simulator §2.2. */
export async function answerUpload(
  sim: Sim,
  libro: Libro,
  pause: Pause,
  llamada: Llamada,
): Promise<Response> {
  const { request, lado } = llamada
  if (!isProgram(request)) return htmlForm()
  const reply = (recibo: Recibo) => recepcion(sim, recibo)
  const owner = tokenOwner(sim, lado, 'soap', cookieToken(request))
  if ('estado' in owner) return reply({ sender: '-', status: '5' })

  const body = Buffer.from(await request.arrayBuffer())
  const partes = parseMultipart(body, request.headers.get('content-type'))
  const declared = request.headers.get('content-length')
  const truncated = (declared !== null && Number(declared) !== body.length) || partes === null
  const form = partes && readFormulario(partes)
  if (partes && !form) return new Response('Error 500', { headers: { 'content-type': 'text/html' } })
  const who: Omit<Recibo, 'status'> = {
    sender: form?.rutSender ?? '',
    company: form?.rutCompany ?? '',
    archivo: form?.archivo ?? '',
  }
  if (form) {
    if (!form.rutCompany || !isEmisor(sim, lado, form.rutCompany)) return reply({ ...who, status: '6' })
    if (form.rutSender !== owner.rut || !maySend(sim, lado, form.rutCompany, owner.rut))
      return reply({ ...who, status: '1' })
  }
  if (truncated || !form) return reply({ ...who, status: '3' })
  const { xml } = form
  const rutEmpresa = form.rutCompany!
  if (!xml.length || xml.length > BYTES_MAX) return reply({ ...who, status: '2' })

  const rutEnvia = owner.rut
  const { archivo } = form
  const recibido = { lado, rutEnvia, rutEmpresa, archivo, dueno: duenoOf(request), xml }
  return reply({ ...who, ...(await receiveArchivo(sim, libro, pause, recibido)) })
}

/** Receives a file once its sender is known (simulator §2.2, points 5 to 8). */
export async function receiveArchivo(
  sim: Sim,
  libro: Libro,
  pause: Pause,
  archivo: Omit<Recibido, 'servicio'>,
): Promise<Pick<Recibo, 'status' | 'trackId' | 'detalle'>> {
  const { lado, rutEmpresa, xml } = archivo
  const isReport = isConsumoFolios(xml)
  const isBook = isLibro(xml)
  const earlier = () =>
    alreadyReceived(
      isReport
        ? repeatRcof(sim, lado, rutEmpresa, xml)
        : isBook
          ? repeatLibro(sim, lado, rutEmpresa, xml)
          : libro.repeat(lado, rutEmpresa, sha1(xml)),
    )
  const repeated = earlier()
  if (repeated) return repeated
  if (hasLongLine(xml)) return { status: '7', detalle: ['CHR-00002: Line too long (4090)'] }
  if (isReport) {
    const consumo = readConsumoFolios(xml)
    if ('error' in consumo) return { status: '7', detalle: [consumo.error] }
    return { status: '0', trackId: storeRcof(sim, archivo, consumo) }
  }
  if (isBook) return receiveLibro(sim, archivo)
  const recorte = await openSobre(xml, pause)
  if ('errores' in recorte) return { status: '7', detalle: recorte.errores }
  // Boletas travel by REST; only their certification set comes here (sii §3.2).
  if (recorte.sobre === 'EnvioBOLETA' && lado === 'produccion')
    return { status: '7', detalle: ['SCH-00001: Invalid Schema Name'] }
  const inspeccion = await inspect(recorte, pause)
  if (inspeccion.findings.length) {
    const detalle = inspeccion.findings.map((h) => `LSX-00204: ${h.donde}: ${h.mensaje}`)
    return { status: '7', detalle }
  }
  // Twins that arrive together both pass the first look; between this one and the writing nothing else runs.
  const twin = earlier()
  if (twin) return twin
  return {
    status: '0',
    trackId: storeEnvio(sim, libro, { ...archivo, servicio: 'dte' }, recorte, inspeccion),
  }
}

/** Receives a book: production has the register in its place. */
function receiveLibro(sim: Sim, archivo: Omit<Recibido, 'servicio'>) {
  const { lado, xml } = archivo
  if (lado === 'produccion') return { status: '7', detalle: ['SCH-00001: Invalid Schema Name'] }
  if (xml.length > LIBRO_MAX) return { status: '2' }
  const libro = readLibro(xml)
  if ('error' in libro) return { status: '7', detalle: [libro.error] }
  return { status: '0', trackId: storeLibro(sim, archivo, libro) }
}

function alreadyReceived(
  earlier: { trackId: number; veces: number; esperaMs: number } | null,
): Recibo | null {
  if (!earlier) return null
  const { trackId, veces, esperaMs } = earlier
  const wait = Math.ceil(esperaMs / 1000)
  const text = `El archivo ya fue recibido: TRACKID ${pad(trackId)}, ${veces} envios. Espere ${wait} segundos antes de reintentar`
  return { status: '99', detalle: [text] }
}

/** Whether the caller names itself as a program, which then gets XML (sii §1.3). */
export const isProgram = (request: Request): boolean =>
  (request.headers.get('user-agent') ?? '').includes('PROG 1.0')

/** RECEPCIONDTE with a STATUS alone, as faults on demand need it. */
export const recepcionStatus = (sim: Sim, status: string): Response =>
  recepcion(sim, { sender: status === '5' ? '-' : '', status })

const pad = (trackId: number): string => String(trackId).padStart(10, '0')

function recepcion(
  sim: Sim,
  { sender = '', company = '', archivo = '', status, trackId, detalle }: Recibo,
): Response {
  const lines = [
    '<?xml version="1.0"?>',
    '<RECEPCIONDTE>',
    ` <RUTSENDER>${sender}</RUTSENDER>`,
    ` <RUTCOMPANY>${company}</RUTCOMPANY>`,
    ` <FILE>${escapeXml(archivo)}</FILE>`,
    ` <TIMESTAMP>${chileTimestamp(sim.now()).replace('T', ' ')}</TIMESTAMP>`,
    ` <STATUS>${status}</STATUS>`,
    ...(trackId === undefined ? [] : [` <TRACKID>${pad(trackId)}</TRACKID>`]),
    ...(detalle
      ? [' <DETAIL>', ...detalle.map((text) => `  <ERROR>${escapeXml(text)}</ERROR>`), ' </DETAIL>']
      : []),
    '</RECEPCIONDTE>',
    '',
  ]
  return new Response(Buffer.from(lines.join('\n'), 'latin1'), { headers: { 'content-type': 'text/xml' } })
}

const htmlForm = (): Response =>
  new Response(
    '<html><head><title>Envio de Documentos Tributarios</title></head><body><h1>Recepcion de DTE</h1></body></html>',
    { headers: { 'content-type': 'text/html' } },
  )
