// Text of a field to what the API takes. What cannot be read is sent as typed beside a fault of our own, so that the rest is
// judged too.

import { formatNumber, formatRut } from './format'
import { type Parsed, parseCount, parseNumber, parsePesos, parseRut } from './parse'

/** Collects the faults of the fields it reads; a field that is empty is undefined. */
export function createReader() {
  const faults: Record<string, string> = {}
  const read =
    <T>(parse: (text: string) => Parsed<T>) =>
    (text: string, path: string): T | string | undefined => {
      if (text.trim() === '') return undefined
      const parsed = parse(text)
      if (parsed.ok) return parsed.value
      faults[path] = parsed.error
      return text
    }
  return {
    faults,
    text: (text: string): string | undefined => text.trim() || undefined,
    decimal: read(parseNumber),
    /** The cast is for the type alone: with a fault of ours nothing is issued. */
    pesos: (text: string, path: string) => read(parsePesos)(text, path) as number | undefined,
    count: (text: string, path: string) => read(parseCount)(text, path) as number | undefined,
    rut: read(parseRut),
    /** `10%`, `10 %`: of a hundred; else an amount, in pesos unless `foreign`. */
    portion(text: string, path: string, foreign = false): { pct?: string; monto?: number } {
      const typed = text.trim()
      if (!typed) return {}
      if (!typed.endsWith('%') && foreign) {
        const amount = read(parseNumber)(typed, path)
        return { monto: faults[path] ? (amount as unknown as number) : Number(amount) }
      }
      if (!typed.endsWith('%')) return { monto: read(parsePesos)(typed, path) as number }
      return { pct: read(parseNumber)(typed.slice(0, -1), path) as string }
    },
  }
}

/** Without the keys that say nothing. */
export const withoutUndefined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T

const written = <T>(parsed: Parsed<T>, text: string, format: (value: T) => string): string =>
  parsed.ok ? format(parsed.value) : text

/** How a field shows what was understood, once it is left; what was not stays as typed. */
export const tidy = {
  decimal: (text: string): string => written(parseNumber(text), text, formatNumber),
  rut: (text: string): string => written(parseRut(text), text, formatRut),
  portion: (text: string): string =>
    text.trim().endsWith('%')
      ? written(parseNumber(text.trim().slice(0, -1)), text, (value) => `${formatNumber(value)}%`)
      : tidy.decimal(text),
}
