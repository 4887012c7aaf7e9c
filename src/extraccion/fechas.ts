// Days as people print them, in English, Spanish and Portuguese. 05/11/2026 has two readings, and both are given (extraccion §3).

import { daysBetween, isDate } from '../domain/fecha'
import { fold } from './plano'

const MESES = [
  ['january', 'jan', 'enero', 'ene', 'janeiro'],
  ['february', 'feb', 'febrero', 'fevereiro', 'fev'],
  ['march', 'mar', 'marzo', 'marco'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'mayo', 'maio', 'mai'],
  ['june', 'jun', 'junio', 'junho'],
  ['july', 'jul', 'julio', 'julho'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septiembre', 'setiembre', 'setembro', 'set'],
  ['october', 'oct', 'octubre', 'outubro', 'out'],
  ['november', 'nov', 'noviembre', 'novembro'],
  ['december', 'dec', 'diciembre', 'dic', 'dezembro', 'dez'],
]
const MES = new Map(MESES.flatMap((names, i) => names.map((name) => [name, i + 1] as const)))
const NOMBRES = [...MES.keys()].sort((a, b) => b.length - a.length).join('|')

/** How a file writes days: the day first, or the month. */
export type Orden = 'd' | 'm' | null

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
  [/\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T[\d:.Z+-]*)?(?!\d)/g, (m) => one(m[1]!, m[3]!, m[4]!)],
  [
    new RegExp(`\\b(\\d{4})[ -](${NOMBRES})[a-z]*\\.?[ -](\\d{1,2})\\b`, 'g'),
    (m) => named(m[1]!, m[2]!, m[3]!),
  ],
  [
    new RegExp(`\\b${DIA}(?: de |[ /.-]+)(${NOMBRES})\\.?,?(?: del? |[ /.,-]+)(\\d{4})(?![\\d:])`, 'g'),
    (m) => named(m[3]!, m[2]!, m[1]!),
  ],
  // A year of two figures only between signs alike: `1 - October 31` is a span of days.
  [
    new RegExp(`\\b${DIA}([ /.-])(${NOMBRES})\\.?\\2(\\d{2})(?![\\d:]| ?,)`, 'g'),
    (m) => named(m[4]!, m[3]!, m[1]!),
  ],
  [
    new RegExp(`\\b(${NOMBRES})\\.?[ -]${DIA} ?,?(?: de |[ -])(\\d{4})\\b`, 'g'),
    (m) => named(m[3]!, m[1]!, m[2]!),
  ],
  [
    /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/]|[.-]\d)/g,
    (m) => numeric(m[1]!, m[2]!, m[3]!, m[4]!),
  ],
]

const yearOf = (text: string): string => (text.length === 2 ? `20${text}` : text)

function isoOf(year: string, month: number | string, day: string): string[] {
  const iso = `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(iso) && iso >= '2000' && iso < '2100' ? [iso] : []
}

const one = (year: string, month: string, day: string) => ({ lecturas: isoOf(year, month, day), orden: null })
const named = (year: string, month: string, day: string) => ({
  lecturas: isoOf(year, MES.get(month)!, day),
  orden: null,
})

function numeric(a: string, sign: string, b: string, year: string): Omit<Fecha, 'impresa' | 'indice'> | null {
  const dayFirst = isoOf(year, b, a)
  const monthFirst = isoOf(year, a, b)
  // Nobody writes a month first before points.
  if (sign === '.' && dayFirst.length) return { lecturas: dayFirst, orden: null }
  const lecturas = [...new Set([...dayFirst, ...monthFirst])]
  return { lecturas, orden: lecturas.length !== 1 || a === b ? null : dayFirst.length ? 'd' : 'm' }
}

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
