// Exact decimal arithmetic for money: numbers are bigints of millionths while computing, canonical text everywhere else.
// The format's numbers have at most 6 decimals, so every one is exact here (domain/dte §6.1). Never a float.

import type { Decimal } from './dte/dte'

/** A number as millionths: 1.5 is 1_500_000n. */
export type Micro = bigint

export const ONE: Micro = 1_000_000n
const DECIMALS = 6
/** One unit of each number of decimals. */
const UNITS = [1_000_000n, 100_000n, 10_000n, 1000n, 100n, 10n, 1n] as const

/** The millionths of a canonical decimal; absent counts as zero. */
export function micro(value: Decimal | undefined): Micro {
  if (value === undefined) return 0n
  const dot = value.indexOf('.')
  if (dot < 0) return BigInt(value) * ONE
  const digits = value.slice(0, dot) + value.slice(dot + 1).padEnd(DECIMALS, '0')
  return BigInt(digits)
}

/** Canonical text of a number: no exponent, no trailing zeros. */
export function decimal(value: Micro): Decimal {
  const whole = value / ONE
  const rest = value % ONE
  if (rest === 0n) return whole.toString()
  const fraction = (rest < 0n ? -rest : rest).toString().padStart(DECIMALS, '0').replace(/0+$/, '')
  return `${value < 0n && whole === 0n ? '-' : ''}${whole}.${fraction}`
}

/** `numerator / denominator` to the nearest integer, halves away from zero (domain/dte §6.1). */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice < (denominator < 0n ? -denominator : denominator)) return quotient
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n
}

/** `value` rounded to `decimals` places, halves away from zero. */
export function roundTo(value: Micro, decimals: number): Micro {
  const unit = UNITS[decimals]!
  return divideRounded(value, unit) * unit
}

/** The product of two numbers rounded once to `decimals` places. */
export function multiply(a: Micro, b: Micro, decimals = 0): Micro {
  const unit = UNITS[decimals]!
  return divideRounded(a * b, ONE * unit) * unit
}

/** `percent` per cent of `value`, rounded to `decimals` places. */
export function percentOf(value: Micro, percent: Micro, decimals = 0): Micro {
  const unit = UNITS[decimals]!
  return divideRounded(value * percent, 100n * ONE * unit) * unit
}

const TEXT = /^(-?)(\d+)(?:\.(\d+))?$/

/** Canonical form of a decimal written by a person (`07.50` → `7.5`); null when it is none. */
export function parseDecimal(text: string): Decimal | null {
  const match = TEXT.exec(text)
  if (!match) return null
  const whole = match[2]!.replace(/^0+(?=\d)/, '')
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  const number = fraction ? `${whole}.${fraction}` : whole
  return match[1] && number !== '0' ? `-${number}` : number
}

/** A decimal as JSON carries it: a number where that keeps every digit, else the text, which a request may have in its place. */
export const jsonOfDecimal = (text: Decimal): number | string =>
  decimalOfNumber(Number(text)) === parseDecimal(text) ? Number(text) : text

/**
 * A JSON number as the decimal its writer typed; null when it is not finite or has more than 15 significant digits, which
 * a double cannot promise to have kept.
 */
export function decimalOfNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null
  let text = String(value)
  // Most numbers of a document.
  if (/^\d{1,15}$/.test(text)) return text
  const exponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (exponent) {
    const [, sign, lead, tail = '', power] = exponent
    const places = Number(power)
    const digits = lead! + tail
    text =
      places < 0 ? `${sign}0.${'0'.repeat(-places - 1)}${digits}` : `${sign}${digits.padEnd(places + 1, '0')}`
  }
  const significant = text
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '')
  return significant.length > 15 ? null : parseDecimal(text)
}
