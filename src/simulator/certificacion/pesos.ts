// Whole amounts of the reviewer's own (simulator §23.2): integers, half a peso up, and none that falls on the half.

/** Nobody knows how the SII rounds half a peso: a draw that meets one is drawn again (simulator §23.2). */
export class MedioPeso extends Error {}

/** `numerador / divisor` to the nearest whole. Throws MedioPeso where it lies in the middle. */
export function nearest(numerador: number, divisor: number): number {
  const sign = numerador < 0 ? -1 : 1
  const size = Math.abs(numerador)
  const rest = size % divisor
  if (2 * rest === divisor) throw new MedioPeso()
  return sign * ((size - rest) / divisor + (2 * rest > divisor ? 1 : 0))
}

/** A part of a whole amount. */
export const percent = (monto: number, pct: number): number => nearest(monto * pct, 100)

export const TASA = 19

export const ivaOf = (neto: number): number => percent(neto, TASA)
