// Chile's holidays, computed (Laws 2.977, 19.668, 20.148, 20.215, 20.299, 20.983, 21.357), and whether banks work on a day. Days of
// elections and of a single region are no part of it: an operator adds those (areas/tipos-cambio §2).

import { addDays } from './fecha'

/** The holidays of every year, MM-DD. */
const FIJOS = {
  '01-01': 'Año Nuevo',
  '05-01': 'Día del Trabajo',
  '05-21': 'Glorias Navales',
  '07-16': 'Virgen del Carmen',
  '08-15': 'Asunción de la Virgen',
  '09-18': 'Independencia Nacional',
  '09-19': 'Glorias del Ejército',
  '11-01': 'Todos los Santos',
  '12-08': 'Inmaculada Concepción',
  '12-25': 'Navidad',
} as const

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

const porAno = new Map<number, ReadonlyMap<string, string>>()

/** The holidays of a year, YYYY-MM-DD, each with its name in Spanish. */
export function feriadosOf(year: number): ReadonlyMap<string, string> {
  const known = porAno.get(year)
  if (known) return known
  const pascua = pascuaOf(year)
  const puentes = [
    ...puentesOf(year),
    // Law 20.983: the Monday behind a New Year's Day on a Sunday.
    ...(weekday(`${year}-01-02`) === 1 ? [`${year}-01-02`] : []),
  ]
  const days = new Map<string, string>([
    ...puentes.map((day): [string, string] => [day, 'Feriado adicional']),
    ...Object.entries(FIJOS).map(([day, nombre]): [string, string] => [`${year}-${day}`, nombre]),
    [addDays(pascua, -2), 'Viernes Santo'],
    [addDays(pascua, -1), 'Sábado Santo'],
    ...(year >= 2021 ? [[solsticioOf(year), 'Día de los Pueblos Indígenas'] as const] : []),
    [moved(`${year}-06-29`, A_LUNES), 'San Pedro y San Pablo'],
    [moved(`${year}-10-12`, A_LUNES), 'Encuentro de Dos Mundos'],
    [moved(`${year}-10-31`, A_VIERNES), 'Día de las Iglesias Evangélicas'],
  ])
  porAno.set(year, days)
  return days
}

/** Whether banks work on a day: they close on the last of the year too. */
export const isHabilBancario = (fecha: string): boolean =>
  weekday(fecha) % 6 !== 0 && !fecha.endsWith('-12-31') && !feriadosOf(Number(fecha.slice(0, 4))).has(fecha)

export type Calendario = ReturnType<typeof createCalendario>

/** Business days: Monday to Friday, but for the holidays of the law and those that the operator added (YYYY-MM-DD). */
export function createCalendario(adicionales: readonly string[]) {
  const own = new Set(adicionales)
  const isHabil = (fecha: string): boolean =>
    weekday(fecha) % 6 !== 0 && !own.has(fecha) && !feriadosOf(Number(fecha.slice(0, 4))).has(fecha)
  return {
    isHabil,
    /** The day itself, or the first business day from it on, or back. */
    nextHabil(fecha: string, step: 1 | -1 = 1): string {
      let day = fecha
      while (!isHabil(day)) day = addDays(day, step)
      return day
    },
    /** The holidays of a year in their order. */
    feriados(year: number): { fecha: string; nombre: string; fuente: 'ley' | 'servidor' }[] {
      const law = feriadosOf(year)
      return [
        ...[...law].map(([fecha, nombre]) => ({ fecha, nombre, fuente: 'ley' as const })),
        ...[...own]
          .filter((fecha) => fecha.startsWith(`${year}-`) && !law.has(fecha))
          .map((fecha) => ({ fecha, nombre: 'Feriado', fuente: 'servidor' as const })),
      ].sort((a, b) => (a.fecha < b.fecha ? -1 : 1))
    },
  }
}
