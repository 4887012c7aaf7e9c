// The registry of acceptances and claims: events of received documents, and what the law makes of them (sii §7).

import { filaDe } from '../domain/dte/tipos'
import type { Lado } from './hosts'
import type { DocumentoRow, Libro } from './libro'
import { isSeen } from './portal/dueno'
import { magicReceptor } from './receptores'
import {
  type Accion,
  ATENDIDOS,
  CEDIBLES,
  type CodigoEvento,
  type CodResp,
  followsFrom,
  isReclamo,
  PLAZO_MS,
} from './reclamo-codigos'
import { markRegistro } from './registro/asiento'
import type { Sim } from './sim'
import type { EventoLeido } from './statements'
import { reactToReclamo } from './vecinos/reaccion'

/** Law 20.956 came into force: nothing received before is in the registry. */
const DESDE = Date.parse('2017-01-14T03:00:00Z')

/** Registered, or a note. `rut` is who did it: a person at the service, the receiver at the lever, else the issuer. */
export interface Evento extends Omit<EventoLeido, 'codigo'> {
  codigo: CodigoEvento
}

/** How a document is named to the registry. */
export interface Clave {
  lado: Lado
  rutEmisor: string
  tipoDte: number
  folio: number
  /** The world that the document may belong to (`worldOf`); omitted, any. */
  mundo?: string | null
}

/** A document that the SII has, as the registry sees it. */
export interface Recibido {
  documento: DocumentoRow
  recibidoAt: number
  /** After it nothing is registered. */
  venceAt: number
  eventos: Evento[]
}

/** The document of that folio with its events, oldest first; null when it was not received, not judged yet or rejected. */
export function findRecibido(sim: Sim, libro: Libro, clave: Clave): Recibido | null {
  const documento = libro.findDocumento(clave.lado, clave.rutEmisor, clave.tipoDte, clave.folio)
  if (!documento || documento.veredicto === 'rechazado') return null
  const envio = libro.findEnvio(documento.trackId)!
  if (!isSeen(envio, clave.mundo ?? null)) return null
  const { recibidoAt } = envio
  return {
    documento,
    recibidoAt,
    venceAt: recibidoAt + PLAZO_MS,
    eventos: ATENDIDOS.includes(clave.tipoDte) ? eventosOf(sim, libro, documento) : [],
  }
}

/** Registers what the receiver says of a document, by the rules of sii §7.3 and §7.4; the SII's answer. */
export function registerEvento(
  sim: Sim,
  libro: Libro,
  clave: Clave,
  accion: Accion,
  responsable: string,
): CodResp {
  if (!ATENDIDOS.includes(clave.tipoDte)) return 3
  const recibido = findRecibido(sim, libro, clave)
  if (!recibido) return 18
  const { documento, recibidoAt, venceAt, eventos } = recibido
  if (recibidoAt < DESDE) return 10
  if (sim.now().getTime() > venceAt) return 8
  if (['1', '3'].includes(formaPago(libro, documento))) return 27
  const answer = followsFrom(
    eventos.map(({ codigo }) => codigo),
    accion,
  )
  if (answer === 0) {
    saveEvento(sim, documento.id, accion, responsable)
    if (isReclamo(accion)) reactToReclamo(sim, documento, sim.now().getTime())
  }
  return answer
}

/**
 * Opens the registry's history of an accepted document: PAG when paid in cash, and the magic receiver's
 * claim.
 */
export function openHistory(sim: Sim, documento: DocumentoRow, formaPago: string): void {
  if (!ATENDIDOS.includes(documento.tipoDte)) return
  if (formaPago === '1') saveEvento(sim, documento.id, 'PAG', documento.rutEmisor)
  // It claims even what was paid in cash: that is what it is for.
  if (magicReceptor(documento.lado, documento.rutReceptor)?.efecto === 'reclamo')
    saveEvento(sim, documento.id, 'RCD', documento.rutReceptor)
}

function saveEvento(sim: Sim, documentoId: number, codigo: Accion | 'PAG', rut: string): void {
  const at = sim.now().getTime()
  sim.sql.evento.insert.run(documentoId, codigo, rut, at)
  markRegistro(sim, documentoId, codigo, at)
}

/** The answer of consultarDocDteCedible about a document (sii §7.3). */
export function cedibleOf(sim: Sim, libro: Libro, clave: Clave): CodResp {
  if (!CEDIBLES.includes(clave.tipoDte)) return 20
  const recibido = findRecibido(sim, libro, clave)
  if (!recibido) return 18
  const { recibidoAt, venceAt, eventos } = recibido
  if (recibidoAt < DESDE) return 10
  if (eventos.some(({ codigo }) => isReclamo(codigo))) return 24
  if (eventos.some(({ codigo, at }) => codigo === 'NCA' && at <= venceAt)) return 21
  if (eventos.some(({ codigo }) => codigo === 'ACD' || codigo === 'ERM')) return 23
  return sim.now().getTime() > venceAt ? 25 : 22
}

function eventosOf(
  { sql }: Sim,
  libro: Libro,
  { id, lado, rutEmisor, tipoDte, folio }: DocumentoRow,
): Evento[] {
  const registrados = sql.evento.ofDocumento.all(id)
  const notas = libro
    .notasOf(lado, rutEmisor, tipoDte, folio)
    .filter(({ tipoNota }) => filaDe(tipoNota)?.nota === 'credito')
    .map(({ codigo, juzgadaAt }): Evento => {
      return { codigo: codigo === 1 ? 'NCA' : 'ENC', rut: rutEmisor, at: juzgadaAt }
    })
  return [...registrados, ...notas].sort((a, b) => a.at - b.at)
}

/** `FmaPago` as the document says it: 1 cash, 2 credit, 3 free; '' without it. */
function formaPago(libro: Libro, { trackId, inicio, fin }: DocumentoRow): string {
  const xml = libro.readXml(trackId).subarray(inicio, fin).toString('latin1')
  return /<FmaPago>\s*(\d)\s*<\/FmaPago>/.exec(xml)?.[1] ?? ''
}
