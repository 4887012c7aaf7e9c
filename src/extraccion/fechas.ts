// Days as people print them, in English, Spanish and Portuguese. 05/11/2026 has two readings, and both are given (extraccion §3).

import {
  dayOfName,
  dayOfNumbers,
  dayOfParts,
  NOMBRES_DE_MES,
  type Orden,
  readDiaEscrito,
} from '../domain/dia-escrito'
import { daysBetween } from '../domain/fecha'
import { fold } from './plano'

export type { Orden }

/** A day as printed, and what it can be, YYYY-MM-DD, the likelier first. */
export interface Fecha {
  impresa: string
  indice: number
  lecturas: string[]
  /** `m` or `d` when its first number can be but one of them: how this file writes days. */
  orden: Orden
}

const DIA = String.raw`(\d{1,2})(?:st|nd|rd|th|o)?`
const FORMAS: [RegExp, (m: RegExpExecArray) => Omit<Fecha, 'impresa' | 'indice'> | null][] = [
  [/\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T[\d:.Z+-]*)?(?!\d)/g, (m) => dayOfParts(m[1]!, m[3]!, m[4]!)],
  [
    new RegExp(`\\b(\\d{4})[ -](${NOMBRES_DE_MES})[a-z]*\\.?[ -](\\d{1,2})\\b`, 'g'),
    (m) => dayOfName(m[1]!, m[2]!, m[3]!),
  ],
  [
    new RegExp(
      `\\b${DIA}(?: de |[ /.-]+)(${NOMBRES_DE_MES})\\.?,?(?: del? |[ /.,-]+)(\\d{4})(?![\\d:])`,
      'g',
    ),
    (m) => dayOfName(m[3]!, m[2]!, m[1]!),
  ],
  // A year of two figures only between signs alike: `1 - October 31` is a span of days.
  [
    new RegExp(`\\b${DIA}([ /.-])(${NOMBRES_DE_MES})\\.?\\2(\\d{2})(?![\\d:]| ?,)`, 'g'),
    (m) => dayOfName(m[4]!, m[3]!, m[1]!),
  ],
  [
    new RegExp(`\\b(${NOMBRES_DE_MES})\\.?[ -]${DIA} ?,?(?: de |[ -])(\\d{4})\\b`, 'g'),
    (m) => dayOfName(m[3]!, m[1]!, m[2]!),
  ],
  [
    /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|[.-]\d)/g,
    (m) => dayOfNumbers(m[1]!, m[2]!, m[3]!, m[4]!),
  ],
]

/** All days of a text, in their order. */
export function datesIn(texto: string): Fecha[] {
  const plano = fold(texto)
  const found: Fecha[] = []
  for (const [form, read] of FORMAS) {
    for (const match of plano.matchAll(form)) {
      const end = match.index + match[0].length
      const taken = found.some(({ indice, impresa }) => match.index < indice + impresa.length && indice < end)
      const day = taken ? null : read(match)
      if (day?.lecturas.length)
        found.push({ ...day, impresa: texto.slice(match.index, end), indice: match.index })
    }
  }
  return found.sort((a, b) => a.indice - b.indice)
}

/** Farther from the day that is asked about, in days, another one is of somebody else's text: a law, the terms of a licence. */
const CERCA = 400
const isNear = (a: string, b: string): boolean => Math.abs(daysBetween(a, b)) <= CERCA

/** The day of a cell of a table, which may also hold a spreadsheet's number of it; else the first that its text names. */
export function fechaOfCell(texto: string): Fecha | null {
  const day = readDiaEscrito(texto)
  return day ? { ...day, impresa: texto, indice: 0 } : (datesIn(texto)[0] ?? null)
}

/** How a file writes days, where one near to this one tells; null when none does, or they do not agree. */
export function ordenDe(days: readonly Fecha[], { lecturas: [own = ''] }: Fecha): Orden {
  const telling = days.filter(({ orden, lecturas: [day = ''] }) => orden && isNear(own, day))
  const orders = new Set(telling.map(({ orden }) => orden))
  const [only, ...others] = orders
  return only && others.length === 0 ? only : null
}

/** The readings that are left once another day of the file has shown how it writes them. */
export const ordered = ({ lecturas }: Fecha, orden: Orden): string[] =>
  lecturas.length < 2 || orden === null ? lecturas : [lecturas[orden === 'd' ? 0 : 1]!]
