// What a guide says of the goods it moves: the kinds of transfer, and what the law asks of the transport, by date
// (formato-dte.md §1.4, §1.7; contract §3).

import filas from './datos/ind-traslado.json'
import type { Transporte } from './dte'

interface Traslado {
  codigo: number
  glosa: string
  constituyeVenta: boolean
  requiereGuiaExport: boolean
}

const TRASLADOS = new Map<number, Traslado>(filas.map((fila) => [fila.codigo, fila]))

/** One kind of transfer by `IndTraslado`, 1 to 9. */
export const traslado = (codigo: number): Traslado => TRASLADOS.get(codigo)!

/** What is asked of the transport of a guide issued in a time. */
export interface ReglaTransporte {
  norma: string
  desde: string
  /** Last day; null while in force. */
  hasta: string | null
  /** The values of `TipoDespacho` that bind. */
  despachos: readonly number[]
  exige: readonly (keyof Transporte)[]
  /** Whether the absence refuses the guide or is only told. */
  rechaza: boolean
  /** Whether the trip itself is described: departure and arrival, by default now and the same day. */
  describeViaje: boolean
}

export const REGLAS_TRANSPORTE: readonly ReglaTransporte[] = [
  {
    norma: 'Formato DTE v2.2',
    desde: '2003-01-01',
    hasta: '2026-10-31',
    despachos: [2, 3],
    exige: ['patente', 'rutTransportista'],
    rechaza: false,
    describeViaje: false,
  },
  {
    // Deferred to this day by Res. Ex. SII 52/2026.
    norma: 'Res. Ex. SII 154/2025',
    desde: '2026-11-01',
    hasta: null,
    despachos: [1, 2, 3],
    exige: ['patente', 'rutTransportista', 'chofer', 'direccionDestino'],
    rechaza: true,
    describeViaje: true,
  },
]

/** The rule in force on the day a guide is issued. */
export const reglaTransporte = (fecha: string): ReglaTransporte | undefined =>
  REGLAS_TRANSPORTE.find(({ desde, hasta }) => desde <= fecha && (hasta === null || fecha <= hasta))
