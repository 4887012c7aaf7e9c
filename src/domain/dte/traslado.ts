// The data about the goods that a document moves: the kinds of transfer of a guide, and what the law asks of
// the transport, by date (domain/dte §2.2, §4; http §3).

import filas from './datos/ind-traslado.json'
import type { Transporte } from './dte'
import { type TipoDte, tipoDocumento } from './tipos'

interface Traslado {
  codigo: number
  glosa: string
  constituyeVenta: boolean
  requiereGuiaExport: boolean
}

const TRASLADOS = new Map<number, Traslado>(filas.map((fila) => [fila.codigo, fila]))

/** One kind of transfer by `IndTraslado`, 1 to 9. */
export const traslado = (codigo: number): Traslado => TRASLADOS.get(codigo)!

/** The duties for the transport of a document issued in a time. */
export interface ReglaTransporte {
  norma: string
  desde: string
  /** Last day; null while in force. */
  hasta: string | null
  exige: readonly (keyof Transporte)[]
  /** Whether every guide is bound, or only one whose issuer carries the goods (`TipoDespacho` 2 or 3). */
  todaGuia: boolean
  /** Whether the absence refuses the document or is only told. */
  rechaza: boolean
  /** Whether the trip itself is described: departure and arrival, by default now and the same day. */
  describeViaje: boolean
}

export const REGLAS_TRANSPORTE: readonly ReglaTransporte[] = [
  {
    norma: 'Formato DTE v2.2',
    desde: '2003-01-01',
    hasta: '2026-10-31',
    exige: ['patente', 'rutTransportista'],
    todaGuia: false,
    rechaza: false,
    describeViaje: false,
  },
  {
    // Deferred to this day by Res. Ex. SII 52/2026.
    norma: 'Res. Ex. SII 154/2025',
    desde: '2026-11-01',
    hasta: null,
    exige: ['patente', 'rutTransportista', 'chofer'],
    todaGuia: true,
    rechaza: true,
    describeViaje: true,
  },
]

/** The rule in force on the day a document is issued. */
export const reglaTransporte = (fecha: string): ReglaTransporte | undefined =>
  REGLAS_TRANSPORTE.find(({ desde, hasta }) => desde <= fecha && (hasta === null || fecha <= hasta))

/**
 * The duties of a document about its vehicle, carrier and driver under a rule. `exige`: to say each, or that
 * it is not held. `declara`: the client's own vehicle carries the goods, so the server says itself what was
 * not told. `pide`: it is only asked for.
 */
export function transporteDuty(
  regla: ReglaTransporte | undefined,
  tipo: TipoDte,
  tipoDespacho: number | undefined,
): 'exige' | 'declara' | 'pide' | null {
  const { conTransporte, guia } = tipoDocumento(tipo)
  if (!regla || !conTransporte) return null
  const lleva = tipoDespacho === 2 || tipoDespacho === 3
  if (!regla.rechaza) return lleva ? 'pide' : null
  if (lleva || (guia && regla.todaGuia)) return 'exige'
  return tipoDespacho === 1 ? 'declara' : null
}

/** Whether the document describes a trip: where to, when it leaves and when it arrives. */
export const isViaje = (
  regla: ReglaTransporte | undefined,
  tipo: TipoDte,
  tipoDespacho: number | undefined,
): boolean => regla?.describeViaje === true && transporteDuty(regla, tipo, tipoDespacho) !== null
