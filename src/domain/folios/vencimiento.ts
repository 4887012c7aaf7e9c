// How long folios stay good, as data (Res. Ex. SII 58 of 2017; protocol-core §9.4).

import { addMonths } from '../fecha'

interface Vigencia {
  tipos: readonly number[]
  /** Authorisations from this date on. */
  desde: string
  meses: number
}

// 34, 39, 41, 52 and 110–112 do not expire, by omission from the sources alone (protocol-core §13.21).
const VIGENCIAS: readonly Vigencia[] = [{ tipos: [33, 43, 46, 56, 61], desde: '2018-07-01', meses: 6 }]

/** Age from which a range that is not known to expire deserves a warning. */
export const MESES_AVISO = 24

/**
 * Last Chile date on which a range authorised on `fechaAutorizacion` may sign; null when it is not known to expire. A term
 * of months ends on the day of the same number (Código Civil, art. 48).
 */
export function vencimientoCaf(tipoDte: number, fechaAutorizacion: string): string | null {
  const rule = VIGENCIAS.find(({ tipos, desde }) => tipos.includes(tipoDte) && fechaAutorizacion >= desde)
  return rule ? addMonths(fechaAutorizacion, rule.meses) : null
}

/** Whether a range whose last good day is `venceEl` can no longer sign on `fecha`. */
export const isVencido = (venceEl: string | null, fecha: string): boolean =>
  venceEl !== null && fecha > venceEl
