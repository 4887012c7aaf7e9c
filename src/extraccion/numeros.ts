// Numbers as people print them, 1.234,56 and 1,234.56 and 1'234.56, made decimal text. Where two readings are possible both are given:
// never a float, never a guess (extraccion §3).

import { readingsOf } from '../domain/numero-impreso'

/** A number as it may stand in a line, grouped or not. Blanks group only before three digits. */
export const NUMERO = String.raw`\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,6})?(?!\d)|\d+(?:[.,]\d+)*`

/** The sign before the decimals. */
export type Decimales = '.' | ','

/** The sign of decimals that a printed number shows beyond doubt; null when it shows none. */
function shownBy(printed: string): Decimales | null {
  const text = printed.replace(/[ '’]/g, '')
  if (readingsOf(printed).length !== 1) return null
  const signs = text.replace(/\d/g, '')
  if (signs === '') return null
  const last = signs.at(-1) as Decimales
  const other: Decimales = last === '.' ? ',' : '.'
  if (signs.length === 1) return text.length - text.indexOf(last) - 1 <= 2 ? last : null
  return signs.includes(other) ? last : other
}

/** The sign of decimals that all numbers of a file agree on; null when they show none, or both. */
export function decimalesDe(texto: string): Decimales | null {
  const shown = new Set<Decimales>()
  for (const [printed] of texto.matchAll(new RegExp(`(?<![\\d.,/-])(?:${NUMERO})(?![\\d/-])`, 'g'))) {
    const sign = shownBy(printed)
    if (sign) shown.add(sign)
  }
  const [only, ...others] = shown
  return only && others.length === 0 ? only : null
}

/**
 * The readings that are left once it is known how the file writes decimals. `1.250` beside `3.5` keeps both: no money has three decimals,
 * and what told the sign may be a version or a speed.
 */
export function readingsIn(printed: string, decimales: Decimales | null): string[] {
  const readings = readingsOf(printed)
  return readings.length < 2 || decimales === null || printed.includes(decimales) ? readings : [readings[0]!]
}

/** Millionths. */
export const micro = (value: string): bigint => {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(6, '0').slice(0, 6))
}

/** Order of two decimal texts. */
export const compare = (a: string, b: string): number => {
  const [x, y] = [micro(a), micro(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** The sum of decimal texts, with as many decimals as the longest. */
export function sum(values: readonly string[]): string {
  const places = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0))
  const total = values
    .reduce((all, value) => all + micro(value), 0n)
    .toString()
    .padStart(7, '0')
  const fraction = total.slice(-6, total.length - 6 + places)
  return fraction ? `${total.slice(0, -6)}.${fraction}` : total.slice(0, -6)
}
