// How values are written for people: Chilean spelling, Santiago's time (dashboard §11).

import { chileTimestamp } from '../../domain/fecha'
import { formatRut } from '../../domain/rut'

export { formatRut }

/** `1234.5` → `1.234,5`: every digit of a decimal number, as text or as the API's number. */
export function formatNumber(value: string | number): string {
  const [whole = '', fraction] = String(value).replace(/^-/, '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${String(value).startsWith('-') ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`
}

/** Pesos: `$1.454.640`, `-$500`. */
export const formatPesos = (value: number): string =>
  value < 0 ? `-$${formatNumber(-value)}` : `$${formatNumber(value)}`

/** An amount in another currency, with its code or the SII's word: `1.234,56 USD`; pesos as such. */
export const formatAmount = (value: number, moneda = 'CLP'): string =>
  moneda === 'CLP' || moneda === 'PESO CL' ? formatPesos(value) : `${formatNumber(value)} ${moneda}`

/** `2026-11-22`, or an instant on that day in Chile, → `22-11-2026`. */
export function formatDate(value: string): string {
  const [year, month, day] = dayOf(value).split('-')
  return `${day}-${month}-${year}`
}

/** The hour of an instant in Chile: `14:05`. */
export const formatTime = (instant: string): string => chileTimestamp(new Date(instant)).slice(11, 16)

/** `22-11-2026 14:05`. */
export const formatInstant = (instant: string): string => `${formatDate(instant)} ${formatTime(instant)}`

/** `YYYYMM` → `noviembre de 2026`. */
export function formatPeriod(periodo: string): string {
  const name = MESES[Number(periodo.slice(4)) - 1] ?? periodo.slice(4)
  return `${name} de ${periodo.slice(0, 4)}`
}

/** How long ago, for people: `hace 3 min`, `en 2 h`; from a week on the date. */
export function formatAgo(instant: string, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(instant)) / 1000)
  const size = Math.abs(seconds)
  if (size < 45) return seconds < 0 ? 'en un momento' : 'recién'
  const said =
    size < 3570
      ? `${Math.max(1, Math.round(size / 60))} min`
      : size < 85_500
        ? `${Math.round(size / 3600)} h`
        : size < 7 * 86_400
          ? plural(Math.round(size / 86_400), 'día')
          : null
  if (said === null) return formatDate(instant)
  return seconds < 0 ? `en ${said}` : `hace ${said}`
}

/** `1 documento`, `3 documentos`; a plural that is not made with -s is given. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const MESES = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]

const dayOf = (value: string): string =>
  value.length === 10 ? value : chileTimestamp(new Date(value)).slice(0, 10)
