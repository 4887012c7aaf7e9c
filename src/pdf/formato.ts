// Numbers and dates as Chileans read them on paper: dots of thousands, decimal comma, day first.
import type { Decimal } from '../domain/dte/dte'
import { decimalesDe } from '../domain/dte/moneda'

const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** `1250.375` as `1.250,375`. */
export function formatNumero(value: Decimal): string {
  const [whole, fraction] = value.split('.') as [string, string?]
  const dotted = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${dotted},${fraction}` : dotted
}

/** The symbol of a currency: `$` for pesos, else the SII's word. */
export const simboloMoneda = (moneda: string | undefined): string =>
  decimalesDe(moneda) === 0 ? '$' : moneda!

/** An amount of a currency: cents are always shown where it has them. */
export function formatMonto(value: Decimal, moneda: string | undefined): string {
  if (decimalesDe(moneda) === 0) return formatNumero(value)
  const [whole, fraction = ''] = value.split('.') as [string, string?]
  return formatNumero(`${whole}.${fraction.padEnd(2, '0')}`)
}

/** The amount with the opposite sign: what a discount or a withholding does to the total. */
export function formatResta(value: Decimal): string {
  return value.startsWith('-') || value === '0'
    ? formatNumero(value.replace('-', ''))
    : `-${formatNumero(value)}`
}

/** `19` as `19%`. */
export const formatTasa = (value: Decimal): string => `${formatNumero(value)}%`

/** `2026-11-20` as `20-11-2026`. */
export const formatFecha = (date: string): string => date.slice(0, 10).split('-').reverse().join('-')

/** `2026-11-20` as `20 de noviembre de 2026`. */
export function formatFechaLarga(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return `${day} de ${MESES[month - 1]} de ${year}`
}
