// Reads typed text (dashboard §11): a value in the API's form, or the reason why not and the way to write
// it. Nothing is corrected in silence: fields show the value again as it was understood.

import { isDate } from '../../domain/fecha'
import { parseRut as readRut } from '../../domain/rut'
import { formatNumber } from './format'

export type Parsed<T> = { ok: true; value: T } | { ok: false; error: string }

const good = <T>(value: T): Parsed<T> => ({ ok: true, value })
const bad = (error: string): Parsed<never> => ({ ok: false, error })

/**
 * A decimal as the API takes it (`1234.5`). Groups of exactly three digits after a dot are thousands, else a lone dot or comma is
 * decimal; a leading `0.` is decimal. English thousands are refused with what was probably meant.
 */
export function parseNumber(text: string): Parsed<string> {
  const typed = text.replace(/[\s$]/g, '')
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(typed) || /^-?\d{1,3}(,\d{3}){2,}$/.test(typed))
    return bad(`¿${formatNumber(typed.replaceAll(',', ''))}?`)
  if (/^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(typed))
    return good(canonical(typed.replaceAll('.', '').replace(',', '.')))
  if (/^-?\d+([.,]\d+)?$/.test(typed)) return good(canonical(typed.replace(',', '.')))
  return bad('No es un número. Escriba, por ejemplo, 1.234,50')
}

/** A count: whole and not negative. */
export function parseCount(text: string): Parsed<number> {
  const parsed = parseNumber(text)
  if (!parsed.ok) return parsed
  return /^\d+$/.test(parsed.value) ? good(Number(parsed.value)) : bad('Escriba un número entero, como 100')
}

/** Whole pesos. */
export function parsePesos(text: string): Parsed<number> {
  const parsed = parseNumber(text)
  if (!parsed.ok) return parsed
  return parsed.value.includes('.') ? bad('Los pesos van sin decimales') : good(Number(parsed.value))
}

/** In any spelling, to `76543210-3`. */
export function parseRut(text: string): Parsed<string> {
  const rut = readRut(text.replace(/\s/g, ''))
  if (rut) return good(rut)
  return bad(
    /^[\d.]{1,12}-?[\dkK]$/.test(text.trim())
      ? 'El dígito verificador no corresponde'
      : 'No es un RUT. Escriba, por ejemplo, 76.543.210-3',
  )
}

/** `22-11-2026`, `22/11/26`, `22112026` or `2026-11-22`, to the last form. */
export function parseDate(text: string): Parsed<string> {
  const typed = text.trim()
  const match =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  const date = match
    ? `${match[3]!.padStart(4, '20')}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}`
    : typed
  return isDate(date) ? good(date) : bad('No es una fecha. Escriba, por ejemplo, 22-11-2026')
}

/** No zeros that say nothing. */
const canonical = (text: string): string =>
  text
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0')
