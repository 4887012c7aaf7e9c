// How long folios stay good, as data (Res. Ex. SII 58 of 2017; xml §4.4).

import { filaDe } from '../dte/tipos'
import { addMonths } from '../fecha'

/**
 * The types whose folios expire, for authorisations from `desde` on; the others do not, by omission from the
 * sources alone (xml §8.1).
 */
const EXPIRIES: readonly { desde: string; meses: number }[] = [{ desde: '2018-07-01', meses: 6 }]

/** Age from which a range that is not known to expire deserves a warning. */
export const MESES_AVISO = 24

/**
 * Last Chile date on which a range authorised on `fechaAutorizacion` may sign; null when it is not known to expire. A term
 * of months ends on the day of the same number (Código Civil, art. 48).
 */
export function vencimientoCaf(tipoDte: number, fechaAutorizacion: string): string | null {
  const rule = EXPIRIES.findLast(({ desde }) => fechaAutorizacion >= desde)
  return rule && filaDe(tipoDte)?.foliosVencen ? addMonths(fechaAutorizacion, rule.meses) : null
}

/** Whether a range whose last good day is `venceEl` can no longer sign on `fecha`. */
export const isVencido = (venceEl: string | null, fecha: string): boolean =>
  venceEl !== null && fecha > venceEl
