// From which total a boleta names its buyer: 135 UF of the last day of the year before, dated (datos/umbral-identificacion.json;
// Ley 21.713, Res. Ex. SII 44/2025; domain/dte §3.2).

import { micro, parseDecimal } from '../decimal'
import { isDate } from '../fecha'
import filas from './datos/umbral-identificacion.json'
import type { Decimal } from './dte'

/** In force from a date until the next row. */
export interface Umbral {
  desde: string
  /** Pesos; a total above it identifies. */
  umbral: Decimal
}

/** The thresholds that Timbre knows; an operator adds rows with `TIMBRE_UMBRAL_BOLETA`. */
export const UMBRALES: readonly Umbral[] = filas.map(({ desde, umbral }) => ({
  desde,
  umbral: String(umbral),
}))

/** The table with the operator's rows: of two of one date the operator's holds. */
export const conUmbrales = (propios: readonly Umbral[]): Umbral[] =>
  [...UMBRALES.filter(({ desde }) => !propios.some((p) => p.desde === desde)), ...propios].sort((a, b) =>
    a.desde.localeCompare(b.desde),
  )

/** The row in force on a date: the last one stays until a newer is known. Undefined before the first. */
export const umbralDe = (fecha: string, umbrales: readonly Umbral[] = UMBRALES): Umbral | undefined =>
  umbrales.findLast(({ desde }) => desde <= fecha)

/** Whether a boleta of that date and total names its buyer. */
export const exceedsUmbral = (fecha: string, total: Decimal, umbrales?: readonly Umbral[]): boolean => {
  const row = umbralDe(fecha, umbrales)
  return row !== undefined && micro(total) > micro(row.umbral)
}

/** `2027-01-01=5500000.5,…`: a date and pesos each; null when it is anything else. */
export function parseUmbrales(text: string): Umbral[] | null {
  const rows = text.split(',').map((row) => {
    const [desde = '', amount = '', ...rest] = row.trim().split('=')
    const umbral = parseDecimal(amount)
    const fits = umbral !== null && /^[1-9]\d{0,11}(\.\d{1,2})?$/.test(umbral)
    return rest.length === 0 && isDate(desde) && fits ? { desde, umbral } : null
  })
  return rows.every((row) => row !== null) ? rows : null
}
