// The rows of the ledger as values, and how they are read from their tables.

import type { Lado } from './hosts'
import type { ClaseSobre } from './recorte'
import type { Paso, Razon } from './sim'

export type EstadoEnvio = 'REC' | Paso | 'RSC' | 'RFR' | 'RCT' | 'RPT'
export type Veredicto = 'aceptado' | 'reparo' | 'reparo_leve' | 'rechazado'

export interface EnvioRow {
  trackId: number
  lado: Lado
  servicio: 'dte' | 'boleta'
  sobre: ClaseSobre
  rutEnvia: string
  rutEmpresa: string
  archivo: string
  sha1: string
  veces: number
  recibidoAt: number
  repetidoAt: number | null
  estado: EstadoEnvio
  estadoAt: number
  /** When the next step is due; null when the state is final. */
  siguienteAt: number | null
  atascadoPor: 'falla' | 'receptor' | null
  atascadoHasta: number | null
  razones: Razon[]
}

export interface DocumentoRow {
  id: number
  trackId: number
  orden: number
  lado: Lado
  rutEmisor: string
  tipoDte: number
  folio: number
  rutReceptor: string
  fechaEmision: string
  montoTotal: string
  firma: string
  sha1: string
  inicio: number
  fin: number
  veredicto: Veredicto | null
  razones: Razon[]
  juzgadoAt: number | null
}

/** Columns of sim_envio. */
export const ENVIO = `track_id AS trackId, lado, servicio, sobre, rut_envia AS rutEnvia, rut_empresa AS rutEmpresa, archivo, sha1,
  veces, recibido_at AS recibidoAt, repetido_at AS repetidoAt, estado, estado_at AS estadoAt,
  siguiente_at AS siguienteAt, atascado_por AS atascadoPor, atascado_hasta AS atascadoHasta, razones`
/** Columns of sim_documento, which the query calls `d`. */
export const DOCUMENTO = `d.id, d.track_id AS trackId, d.orden, d.lado, d.rut_emisor AS rutEmisor, d.tipo_dte AS tipoDte, d.folio,
  d.rut_receptor AS rutReceptor, d.fecha_emision AS fechaEmision, d.monto_total AS montoTotal, d.firma, d.sha1,
  d.inicio, d.fin, d.veredicto, d.razones, d.juzgado_at AS juzgadoAt`

export const envioOf = (row: unknown): EnvioRow => {
  const raw = row as EnvioRow & { razones: string }
  return { ...raw, razones: JSON.parse(raw.razones) }
}

export const documentoOf = (row: unknown): DocumentoRow => {
  const raw = row as DocumentoRow & { razones: string }
  return { ...raw, razones: JSON.parse(raw.razones) }
}

export interface Conteo {
  tipoDte: number
  informados: number
  aceptados: number
  rechazados: number
  reparos: number
}

/** The counters of an envelope, one row a type in the order of the file; each document stands in one column only. */
export function countByTipo(documentos: DocumentoRow[]): Conteo[] {
  const rows = new Map<number, Conteo>()
  for (const { tipoDte, veredicto } of documentos) {
    const row = rows.get(tipoDte) ?? { tipoDte, informados: 0, aceptados: 0, rechazados: 0, reparos: 0 }
    rows.set(tipoDte, row)
    row.informados++
    if (veredicto === 'aceptado') row.aceptados++
    else if (veredicto === 'rechazado') row.rechazados++
    else if (veredicto) row.reparos++
  }
  return [...rows.values()]
}
