// The ledger as people read it (simulator §8.1), and the mails of the SII about envelopes (sii §4.4).

import type { Regla } from '../domain/reglas'
import { parseRut } from '../domain/rut'
import { eventoJson } from './api-acuse'
import { type ApiCall, type ApiDeps, ApiFault, badParameter, type Falta, instant, ok } from './api-pedido'
import { LADOS, type Lado } from './hosts'
import type { DocumentoRow, EnvioRow, LibroFilter } from './libro'
import { isSeen, worldOf } from './portal/dueno'
import { resultadoRcof } from './rcof/api-rcof'
import { findRcof } from './rcof/rcof'
import { type Evento, findRecibido } from './reclamo'
import { resultadoEnvio } from './resultado'

/** GET libro: the newest thousand envelopes and documents that match. */
export function getLibro({ sim, libro }: ApiDeps, { query }: ApiCall): Response {
  const { envios, documentos } = libro.search(readFilter(query), 1000)
  // Only the document that holds the folio has a history; a duplicate of it was rejected.
  const eventosOf = (documento: DocumentoRow): Evento[] => {
    const recibido = documento.veredicto === null ? null : findRecibido(sim, libro, documento)
    return recibido?.documento.id === documento.id ? recibido.eventos : []
  }
  return ok({
    envios: envios.map(envioJson),
    documentos: documentos.map((documento) => documentoJson(documento, eventosOf(documento))),
  })
}

const FILTROS = ['rut', 'tipo_dte', 'folio', 'track_id', 'lado']

function readFilter(query: URLSearchParams): LibroFilter {
  const faltas: Falta[] = []
  const read = <T>(name: string, regla: Regla, mensaje: string, parse: (text: string) => T | null) => {
    const text = query.get(name)
    const value = text === null ? undefined : parse(text)
    if (value === null) faltas.push({ campo: name, regla, mensaje })
    return value ?? undefined
  }
  const number = (name: string) =>
    read(name, 'entero', `${name} debe ser un número`, (text) =>
      /^\d{1,15}$/.test(text) ? Number(text) : null,
    )
  for (const campo of query.keys())
    if (!FILTROS.includes(campo))
      faltas.push({ campo, regla: 'desconocido', mensaje: `No existe el filtro ${campo}` })
  const filter = {
    rut: read('rut', 'rut', 'rut no es un RUT válido', parseRut),
    tipoDte: number('tipo_dte'),
    folio: number('folio'),
    trackId: number('track_id'),
    lado: read('lado', 'valor', `lado debe ser uno de ${LADOS.join(', ')}`, (text) =>
      LADOS.includes(text as Lado) ? (text as Lado) : null,
    ),
  }
  if (faltas.length) throw badParameter(...faltas)
  return filter
}

const envioJson = (envio: EnvioRow) => ({
  track_id: String(envio.trackId),
  lado: envio.lado,
  servicio: envio.servicio,
  sobre: envio.sobre,
  rut_empresa: envio.rutEmpresa,
  rut_envia: envio.rutEnvia,
  archivo: envio.archivo,
  sha1: envio.sha1,
  veces: envio.veces,
  estado: envio.estado,
  atascado: envio.atascadoPor,
  razones: envio.razones,
  recibido_at: instant(envio.recibidoAt),
  repetido_at: instant(envio.repetidoAt),
  estado_at: instant(envio.estadoAt),
})

const documentoJson = (documento: DocumentoRow & { veces: number }, eventos: Evento[]) => ({
  track_id: String(documento.trackId),
  orden: documento.orden,
  lado: documento.lado,
  rut_emisor: documento.rutEmisor,
  tipo_dte: documento.tipoDte,
  folio: documento.folio,
  rut_receptor: documento.rutReceptor,
  fecha_emision: documento.fechaEmision,
  monto_total: Number(documento.montoTotal),
  sha1: documento.sha1,
  veces: documento.veces,
  veredicto: documento.veredicto,
  razones: documento.razones,
  juzgado_at: instant(documento.juzgadoAt),
  eventos: eventos.map(eventoJson),
})

/** GET libro/:tipo/:folio/xml: the bytes of a document as they came. */
export function getXml({ libro }: ApiDeps, { parts, query }: ApiCall): Response {
  const filter = { ...readFilter(query), tipoDte: Number(parts[0]), folio: Number(parts[1]) }
  const { documentos } = libro.search(filter, 1000)
  // The one that holds the folio, else the first that came.
  const documento =
    documentos.find((d) => libro.findDocumento(d.lado, d.rutEmisor, d.tipoDte, d.folio)?.id === d.id) ??
    documentos.at(-1)
  if (!documento) throw new ApiFault(404, 'NOT_FOUND', 'El simulador no ha recibido ese documento')
  const sobre = libro.readXml(documento.trackId)
  if (!sobre.length)
    throw new ApiFault(
      404,
      'NOT_FOUND',
      'El simulador ya no tiene los bytes: los guarda 30 días desde el veredicto',
    )
  const bytes = sobre.subarray(documento.inicio, documento.fin)
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'application/xml; charset=ISO-8859-1' },
  })
}

/** GET correos/:trackId: RESULTADO_ENVIO once the envelope is final, ResultadoConsumoFolios of a report. */
export function getCorreo({ sim, libro }: ApiDeps, { request, parts }: ApiCall): Response {
  const trackId = Number(parts[0])
  const own = <T extends Pick<EnvioRow, 'dueno'>>(one: T | null): T | null =>
    one && isSeen(one, worldOf(sim, request)) ? one : null
  const rcof = own(findRcof(sim, trackId))
  const envio = own(libro.findEnvio(trackId))
  const xml = rcof ? resultadoRcof(rcof) : envio?.siguienteAt === null ? resultadoEnvio(libro, envio) : null
  if (xml === null) throw new ApiFault(404, 'NOT_FOUND', 'No hay un correo de ese envío')
  return new Response(Buffer.from(xml, 'latin1'), {
    headers: { 'content-type': 'application/xml; charset=ISO-8859-1' },
  })
}
