// The rule of a series, and the dates that follow from it (areas/recurrentes §1): from `desde` always, never from the last run.

import type { Fault } from '../errors'
import { addDays, addMonths, isDate } from '../fecha'
import type { Calendario } from '../feriados'

export const CADA = { dia: 'días', semana: 'semanas', mes: 'meses', anio: 'años' } as const
export const HABIL = {
  no: 'la fecha no se mueve',
  anterior: 'al día hábil anterior',
  siguiente: 'al día hábil siguiente',
} as const

export const N_MAX = 60
export const DIAS_MAX = 4
export const VECES_MAX = 1200
/** The latest year of a date. */
const ANIO_MAX = 2199

export interface Regla {
  cada: keyof typeof CADA
  /** Every how many of them. */
  n: number
  /** Days of a week or of a month; null is that of `desde`. */
  dias: readonly (number | string)[] | null
  /** The month of a year; null is that of `desde`. */
  mes: number | null
  /** Where a date goes that is no business day. */
  habil: keyof typeof HABIL
  desde: string
  hasta: string | null
  /** How many dates at most. */
  veces: number | null
  /** Chile's, HH:MM. */
  hora: string
}

/** One date of a rule. */
export interface Fecha {
  fecha: string
  /** Its number among all of the rule, from 1. */
  n: number
  /** Its place in the rule, which a holiday that is added later does not change: `2026-12/ultimo_habil`. */
  ranura: string
}

type Calendar = Pick<Calendario, 'isHabil' | 'nextHabil'>

const SEMANA = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom']
/** From Monday, 0. */
const weekdayOf = (fecha: string): number => (new Date(`${fecha}T00:00:00Z`).getUTCDay() + 6) % 7
const monthOf = (fecha: string): string => fecha.slice(0, 7)
const lastOf = (mes: string): string => addDays(addMonths(`${mes}-01`, 1), -1)
const dayOf = (mes: string, dia: number): string => {
  const last = lastOf(mes)
  const day = `${mes}-${String(dia).padStart(2, '0')}`
  return day < last ? day : last
}

/** The business day of that number in a month, or its last. */
function habilOf(mes: string, k: number, { nextHabil }: Calendar): string {
  const last = nextHabil(lastOf(mes), -1)
  let day = nextHabil(`${mes}-01`)
  for (let i = 1; i < k && day < last; i++) day = nextHabil(addDays(day, 1))
  return day
}

function inMonth(mes: string, dia: number | string, calendario: Calendar): string {
  if (dia === 'ultimo') return lastOf(mes)
  if (dia === 'ultimo_habil') return calendario.nextHabil(lastOf(mes), -1)
  const [word, k] = String(dia).split(':')
  return word === 'habil' ? habilOf(mes, Number(k), calendario) : dayOf(mes, Number(dia))
}

/** Off a holiday as the rule says, but never out of the month: then the other way. */
function moved(fecha: string, habil: Regla['habil'], { isHabil, nextHabil }: Calendar): string {
  if (habil === 'no' || isHabil(fecha)) return fecha
  const step = habil === 'siguiente' ? 1 : -1
  const day = nextHabil(fecha, step)
  return monthOf(day) === monthOf(fecha) ? day : nextHabil(fecha, step === 1 ? -1 : 1)
}

/** The days that a rule names in its period of number `k`, each with its place, in no order and not yet moved. */
function periodo(regla: Regla, k: number, calendario: Calendar): { day: string; ranura: string }[] {
  const { cada, n, desde, dias, mes } = regla
  if (cada === 'dia') {
    const day = addDays(desde, k * n)
    return [{ day, ranura: day }]
  }
  if (cada === 'semana') {
    const monday = addDays(desde, 7 * k * n - weekdayOf(desde))
    return (dias ?? [SEMANA[weekdayOf(desde)]!]).map((dia) => {
      const day = addDays(monday, SEMANA.indexOf(String(dia)))
      return { day, ranura: day }
    })
  }
  const year = Number(desde.slice(0, 4)) + k * n
  const month =
    cada === 'mes'
      ? monthOf(addMonths(`${monthOf(desde)}-01`, k * n))
      : `${year}-${String(mes ?? Number(desde.slice(5, 7))).padStart(2, '0')}`
  return (dias ?? [Number(desde.slice(8))]).map((dia) => ({
    day: inMonth(month, dia, calendario),
    ranura: `${month}/${dia}`,
  }))
}

/**
 * The dates of a faultless rule in their order, each once. One without end goes on to the year 2199. `desde` bounds the days that the rule
 * names: the first may move to before it, for else its month would have none. `hasta` bounds them as moved: none is later.
 */
export function* fechasOf(regla: Regla, calendario: Calendar): Generator<Fecha> {
  const { desde, hasta, veces, habil } = regla
  const end = hasta ?? `${ANIO_MAX}-12-31`
  let last = ''
  let n = 0
  for (let k = 0; ; k++) {
    const named = periodo(regla, k, calendario).map((one) => ({
      ...one,
      fecha: moved(one.day, habil, calendario),
    }))
    if (named.every(({ fecha }) => fecha > end)) return
    const days = named
      .filter(({ day, fecha }) => day >= desde && fecha <= end)
      .sort((a, b) => (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0))
    for (const { fecha, ranura } of days) {
      if (fecha <= last) continue
      last = fecha
      yield { fecha, n: ++n, ranura }
      if (n === veces) return
    }
  }
}

/** How many dates a rule has; null where it has no end. */
export function totalOf(regla: Regla, calendario: Calendar): number | null {
  if (regla.veces === null && regla.hasta === null) return null
  let total = 0
  for (const { n } of fechasOf(regla, calendario)) total = n
  return total
}

const falta = (campo: string, regla: Fault['regla'], mensaje: string): Fault => ({
  campo: `regla.${campo}`,
  regla,
  mensaje: `regla.${campo}: ${mensaje}`,
})

const DEL_MES = /^(?:[1-9]|[12]\d|3[01]|ultimo|ultimo_habil|habil:(?:[1-9]|1\d|2[0-3]))$/

function diaFaults({ cada, dias }: Regla): Fault[] {
  if (dias === null) return []
  if (cada === 'dia') return [falta('dias', 'sobra', 'no va con cada dia')]
  const admits = (dia: number | string) =>
    cada === 'semana' ? SEMANA.includes(String(dia)) : DEL_MES.test(String(dia))
  const words =
    cada === 'semana'
      ? `los de una semana son ${SEMANA.join(', ')}`
      : 'los de un mes son 1 a 31, ultimo, ultimo_habil y habil:1 a habil:23'
  return dias.flatMap((dia, i) => {
    if (!admits(dia)) return [falta(`dias[${i}]`, 'valor', words)]
    return dias.findIndex((one) => String(one) === String(dia)) < i
      ? [falta(`dias[${i}]`, 'repetido', 'está dos veces')]
      : []
  })
}

/** All that is wrong with a rule whose fields are of their types. */
export function checkRegla(regla: Regla): Fault[] {
  const { cada, mes, desde, hasta, hora } = regla
  const faults = diaFaults(regla)
  if (mes !== null && cada !== 'anio') faults.push(falta('mes', 'sobra', 'va sólo con cada anio'))
  for (const [campo, fecha] of Object.entries({ desde, hasta }))
    if (fecha !== null && !isDate(fecha))
      faults.push(falta(campo, 'fecha', 'debe ser una fecha del calendario con la forma AAAA-MM-DD'))
    else if (fecha !== null && (fecha < '2000-01-01' || fecha > `${ANIO_MAX}-12-31`))
      faults.push(falta(campo, 'rango', `va entre los años 2000 y ${ANIO_MAX}`))
  if (hasta !== null && isDate(hasta) && hasta < desde)
    faults.push(falta('hasta', 'contradiccion', 'es anterior a desde'))
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(hora)) faults.push(falta('hora', 'hora', 'debe ser HH:MM, de Chile'))
  return faults
}
