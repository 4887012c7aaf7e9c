// Chile's holidays, computed (Laws 2.977, 19.668, 20.148, 20.215, 20.299, 20.983, 21.357), and whether banks work on a day. Days of
// elections and of a single region are no part of it.

import { addDays } from './fecha'

/** The holidays of every year, MM-DD. */
const FIJOS = '01-01 05-01 05-21 07-16 08-15 09-18 09-19 11-01 12-08 12-25'.split(' ')

const weekday = (fecha: string): number => new Date(`${fecha}T00:00:00Z`).getUTCDay()

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm. */
function pascuaOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return fechaOf(year, Math.floor(n / 31), (n % 31) + 1)
}

const fechaOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Law 19.668: to the Monday of its week from Tuesday to Thursday, to the next from Friday. By the day of the week, Sunday first. */
const A_LUNES = [0, 0, -1, -2, -3, 3, 0]
/** Law 20.299: a Tuesday to the Friday before, a Wednesday to the Friday of its week. */
const A_VIERNES = [0, 0, -4, 2, 0, 0, 0]

const moved = (fecha: string, dias: readonly number[]): string => addDays(fecha, dias[weekday(fecha)]!)

/** Laws 20.215 and 20.983: what lies between the days of September and a weekend. */
function puentesOf(year: number): string[] {
  const dieciocho = weekday(`${year}-09-18`)
  if (dieciocho === 2 || dieciocho === 6) return [`${year}-09-17`]
  return dieciocho === 3 ? [`${year}-09-20`] : []
}

/** Law 21.357: the day of the winter solstice in Chile, which until 2036 is the 20th in a leap year and in the year behind it. */
const solsticioOf = (year: number): string => fechaOf(year, 6, year > 2021 && year % 4 < 2 ? 20 : 21)

const porAno = new Map<number, ReadonlySet<string>>()

/** The holidays of a year, YYYY-MM-DD. */
export function feriadosOf(year: number): ReadonlySet<string> {
  const known = porAno.get(year)
  if (known) return known
  const pascua = pascuaOf(year)
  const days = new Set([
    ...FIJOS.map((day) => `${year}-${day}`),
    addDays(pascua, -2),
    addDays(pascua, -1),
    ...(year >= 2021 ? [solsticioOf(year)] : []),
    moved(`${year}-06-29`, A_LUNES),
    moved(`${year}-10-12`, A_LUNES),
    moved(`${year}-10-31`, A_VIERNES),
    ...puentesOf(year),
    // Law 20.983: the Monday behind a New Year's Day on a Sunday.
    ...(weekday(`${year}-01-02`) === 1 ? [`${year}-01-02`] : []),
  ])
  porAno.set(year, days)
  return days
}

/** Whether banks work on a day: they close on the last of the year too. */
export const isHabilBancario = (fecha: string): boolean =>
  weekday(fecha) % 6 !== 0 && !fecha.endsWith('-12-31') && !feriadosOf(Number(fecha.slice(0, 4))).has(fecha)
