// Days and hours as people and their spreadsheets write them in a cell: `13-8-2024 9:05`, `2024/08/13`, `13-ago-2024 9:05 p. m.`, the
// day's number of a spreadsheet. One reader for every table that strangers bring. A day that may be another is told, never guessed.

import { chileTimestamp, isDate, parseInstante } from './fecha'
import { foldText } from './texto'

/** Names of the months in English, Spanish and Portuguese, without accents. */
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
const MES: ReadonlyMap<string, number> = new Map(
  MESES.flatMap((names, i) => names.map((name) => [name, i + 1] as const)),
)
/** All of them, for a pattern. */
export const NOMBRES_DE_MES = [...MES.keys()].sort((a, b) => b.length - a.length).join('|')

/** Which number stands first: the day, or the month. */
export type Orden = 'd' | 'm' | null

interface Lecturas {
  /** YYYY-MM-DD, the likelier first. */
  lecturas: string[]
  /** Set where day and month can be but one way round: how this table writes days. */
  orden: Orden
}

/** A cell's day, which has one reading or two, and its hour. */
interface DiaEscrito extends Lecturas {
  /** HH:MM:SS; null without one. */
  hora: string | null
}

const yearOf = (text: string): string => (text.length === 2 ? `20${text}` : text)

function isoOf(year: string, month: number | string, day: string): string[] {
  const iso = `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(iso) && iso >= '2000' && iso < '2100' ? [iso] : []
}

/** The day of a year, a month's number and a day. */
export const dayOfParts = (year: string, month: string, day: string): Lecturas => ({
  lecturas: isoOf(year, month, day),
  orden: null,
})

/** The same by the month's name. */
export const dayOfName = (year: string, name: string, day: string): Lecturas => ({
  lecturas: isoOf(year, MES.get(name)!, day),
  orden: null,
})

/** Two numbers and a year, between signs alike. */
export function dayOfNumbers(a: string, sign: string, b: string, year: string): Lecturas {
  const dayFirst = isoOf(year, b, a)
  const monthFirst = isoOf(year, a, b)
  // Nobody writes a month first before points.
  if (sign === '.' && dayFirst.length) return { lecturas: dayFirst, orden: null }
  const lecturas = [...new Set([...dayFirst, ...monthFirst])]
  return { lecturas, orden: lecturas.length !== 1 || a === b ? null : dayFirst.length ? 'd' : 'm' }
}

const HORA = String.raw`(?<h>\d{1,2})(?<sign>[:.])(?<min>\d{2})(?:\k<sign>(?<s>\d{2})(?:[.,]\d{1,7})?)?(?: ?(?<half>[ap])(?:\. ?m\.?|m\.?))?`
const TRAS_DIA = new RegExp(`^(?<dia>.+?)(?:, ?| |(?<=\\d)t(?=\\d))${HORA}$`)
const ANTES_DE_DIA = new RegExp(`^${HORA},? (?<dia>.+)$`)

function horaOf(h: string, min: string, s = '00', medio?: string): string | null {
  let hour = Number(h)
  if (hour > 23 || min > '59' || s > '59') return null
  if (medio === 'a' && hour > 12) return null
  if (medio === 'a' && hour === 12) hour = 0
  if (medio === 'p' && hour < 12) hour += 12
  return `${String(hour).padStart(2, '0')}:${min}:${s}`
}

const ANO_PRIMERO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const NUMEROS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const NOMBRE = new RegExp(
  `^(\\d{1,2})(?: de |[-/. ])(${NOMBRES_DE_MES})\\.?(?: del? |[-/. ])(\\d{4}|\\d{2})$`,
)

function diaOf(text: string): Lecturas | null {
  const year = ANO_PRIMERO.exec(text)
  if (year) return dayOfParts(year[1]!, year[3]!, year[4]!)
  const numbers = NUMEROS.exec(text)
  if (numbers) return dayOfNumbers(numbers[1]!, numbers[2]!, numbers[3]!, numbers[4]!)
  const named = NOMBRE.exec(text)
  return named && dayOfName(named[3]!, named[2]!, named[1]!)
}

/** Spreadsheets count days from the last of 1899; the numbers of 2000 to 2099. */
const SERIE = /^(\d{5})(?:[.,](\d{1,12}))?$/
const SERIE_CERO = Date.UTC(1899, 11, 30)
const SERIE_MIN = 36_526
const SERIE_MAX = 73_050

/** The day's number in a spreadsheet, the hour as a part of the day. */
function readSerie(text: string): DiaEscrito | null {
  const [, days, part] = SERIE.exec(text) ?? []
  if (!days || Number(days) < SERIE_MIN || Number(days) > SERIE_MAX) return null
  const seconds = part ? Math.round(Number(`0.${part}`) * 86_400) : 0
  const at = new Date(SERIE_CERO + Number(days) * 86_400_000 + seconds * 1000).toISOString()
  return { lecturas: [at.slice(0, 10)], orden: null, hora: part ? at.slice(11, 19) : null }
}

/** As the SII's pages write them, which are nearly all that come. */
const DEL_SII = /^(\d\d)\/(\d\d)\/(\d{4})(?: ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?$/

/** How programs write a day alone; as an instant it would be the evening before in Chile. */
const MEDIANOCHE_UTC = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)$/i

/**
 * The day in a cell that holds a day and nothing else; null for any other text, and for days and hours that
 * do not exist.
 */
export function readDiaEscrito(cell: string): DiaEscrito | null {
  const usual = DEL_SII.exec(cell)
  if (usual) {
    const day = dayOfNumbers(usual[1]!, '/', usual[2]!, usual[3]!)
    return day.lecturas.length ? { ...day, hora: usual[4] ?? null } : null
  }
  // No day is longer: a stranger's cell may be.
  if (cell.length > 60) return null
  const midnight = MEDIANOCHE_UTC.exec(cell.trim())
  if (midnight) return readDiaEscrito(midnight[1]!)
  const zoned = parseInstante(cell.trim())
  if (zoned) {
    const local = chileTimestamp(zoned)
    return { lecturas: [local.slice(0, 10)], orden: null, hora: local.slice(11) }
  }
  const text = foldText(cell)
  const serie = readSerie(text)
  if (serie) return serie
  const parts = (TRAS_DIA.exec(text) ?? ANTES_DE_DIA.exec(text))?.groups
  const day = diaOf(parts ? parts.dia! : text)
  if (!day?.lecturas.length) return null
  const hora = parts ? horaOf(parts.h!, parts.min!, parts.s, parts.half) : null
  return parts && hora === null ? null : { ...day, hora }
}

/** How a table writes days: `ambos` where some can only be read one way and some only the other. */
export type OrdenDeTabla = Orden | 'ambos'

/** By the days that can be read but one way; null where none tells. */
export function ordenDeTabla(ordenes: Iterable<Orden>): OrdenDeTabla {
  const found = new Set(ordenes)
  return found.has('d') && found.has('m') ? 'ambos' : found.has('m') ? 'm' : found.has('d') ? 'd' : null
}

/** The day in a table of Chile, which writes the day first unless others of it show the month first; null where nothing decides. */
export function diaEnTabla({ lecturas, orden: own }: DiaEscrito, orden: OrdenDeTabla): string | null {
  // Two ways in one table: somebody changed some of them, and those that say it are told.
  if (orden === 'ambos') return lecturas.length > 1 || own === 'm' ? null : lecturas[0]!
  return lecturas.length === 1 ? lecturas[0]! : lecturas[orden === 'm' ? 1 : 0]!
}

/** Whether a day was taken day first although nothing of its table shows that it writes days so. */
export const isDiaDudoso = ({ lecturas }: DiaEscrito, orden: OrdenDeTabla): boolean =>
  orden === null && lecturas.length > 1

/** Why a day cannot be told. */
export const dudaDeDia = ({ lecturas }: DiaEscrito): string =>
  `${lecturas.length > 1 ? 'puede ser' : 'parece'} ${lecturas.join(' o ')}: el archivo escribe a veces primero el día y a veces el mes; escríbalo AAAA-MM-DD`
