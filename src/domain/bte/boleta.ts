// The boleta de prestación de servicios de terceros: issued by who pays, for a person without one of his own (domain/bte §2).

import { splitRut } from '../rut'
import { foldText } from '../texto'

/** How far one has come, for who reads a list of them. */
export const ESTADOS_BTE = {
  borrador: 'aún no se emite en el SII',
  emitiendo: 'se está emitiendo en el SII',
  incierta: 'la respuesta del SII se perdió: se lee el mes para saber si quedó emitida',
  vigente: 'emitida',
  anulacion_solicitada: 'su anulación espera que la otra parte la confirme',
  anulada: 'anulada',
  fallida: 'no se emitió',
} as const satisfies Readonly<Record<string, string>>
export type EstadoBte = keyof typeof ESTADOS_BTE

/** It stands at the SII and counts. */
export const VIGENTES: readonly EstadoBte[] = ['vigente', 'anulacion_solicitada']

export interface ServicioBte {
  descripcion: string
  /** Pesos, gross. */
  monto: number
}

interface BeneficiarioBte {
  rut: string
  nombre: string
  direccion: string
  comuna: string
}

/** A request for a boleta. `fecha` is the day of payment, in Chile. */
export interface PedidoBte {
  fecha: string
  beneficiario: BeneficiarioBte
  servicios: readonly ServicioBte[]
}

/** Pesos, as the SII's draft has them. */
export interface MontosBte {
  bruto: number
  retencion: number
  liquido: number
}

export const brutoOf = (servicios: readonly ServicioBte[]): number =>
  servicios.reduce((sum, { monto }) => sum + monto, 0)

/** RUTs of companies begin here; a boleta de terceros is for a person. */
const EMPRESAS_DESDE = 50_000_000
export const isPersona = (rut: string): boolean => Number(splitRut(rut).numero) < EMPRESAS_DESDE

/** Why one is annulled, as the API counts them; the SII's form may number them otherwise, and lack some. */
export const CAUSAS_BTE = {
  1: 'no hubo pago',
  2: 'el servicio no se prestó',
  3: 'error de digitación',
} as const
export type CausaBte = keyof typeof CAUSAS_BTE
export const CAUSA_POR_DEFECTO: CausaBte = 3

/** By which words the form offers each (domain/bte §3). */
const PALABRAS: Readonly<Record<CausaBte, RegExp>> = {
  1: /\bpag/,
  2: /\bprest|\brealiz/,
  3: /\bdigit|\berror/,
}

/** The causes that words of the form mean: none, one, or several where they could mean any. */
export const causasDe = (texto: string): CausaBte[] =>
  ([1, 2, 3] as const).filter((causa) => PALABRAS[causa].test(foldText(texto)))

/** The months, `YYYYMM`, in which the SII may list a boleta: that of its date, and that in which it was issued. */
export const mesesDe = (fecha: string, emitidaEl: string): string[] => [
  ...new Set([fecha, emitidaEl].map((day) => day.slice(0, 7).replace('-', ''))),
]
