// A line of a voucher, and the account that it goes to (areas/contabilidad §1, §4).

import type { Apunte } from './apunte'

/** An account of the chart, and what each of its lines must bear. */
export interface Cuenta {
  codigo: string
  pideAuxiliar: boolean
  pideCentro: boolean
  pideDocumento: boolean
}

export interface Movimiento {
  cuenta: string
  centro: string | null
  auxiliar: string | null
  /** The accounts' code of the kind of document; with it the line tells its document. */
  codigoDoc: string | null
  glosa: string
  debe: number
  haber: number
  componente: string
  /** Null where it is of several. */
  documento: Apunte | null
}
