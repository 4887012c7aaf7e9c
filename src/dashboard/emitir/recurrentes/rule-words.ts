// The rule of a series in a person's words (areas/recurrentes §1): «el último día hábil de cada mes, 12 veces».

import type { Regla } from '../../../domain/recurrencia/regla'
import { formatDate, MESES, plural } from '../../ui/format'

export const SEMANA = [
  ['lun', 'lunes'],
  ['mar', 'martes'],
  ['mie', 'miércoles'],
  ['jue', 'jueves'],
  ['vie', 'viernes'],
  ['sab', 'sábado'],
  ['dom', 'domingo'],
] as const

const ORDINALES = [
  ...['primer', 'segundo', 'tercer', 'cuarto', 'quinto'],
  ...['sexto', 'séptimo', 'octavo', 'noveno', 'décimo'],
]

/** From Monday, 0. */
const weekdayOf = (fecha: string): number => (new Date(`${fecha}T00:00:00Z`).getUTCDay() + 6) % 7

/** `2026-12-31` → `jueves 31-12-2026`. */
export const dayWords = (fecha: string): string => `${SEMANA[weekdayOf(fecha)]![1]} ${formatDate(fecha)}`

const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`

/** A day of a month that is no number, without its article. */
export function namedDay(dia: string): string {
  if (dia === 'ultimo') return 'último día'
  if (dia === 'ultimo_habil') return 'último día hábil'
  const k = Number(dia.split(':')[1])
  return ORDINALES[k - 1] ? `${ORDINALES[k - 1]} día hábil` : `día hábil ${k}`
}

const isNumber = (dia: number | string): boolean => /^\d+$/.test(String(dia))

/** The days of a month: `los días 1 y 16`, `el día 1 y el último día hábil`. */
function ofMonth(dias: readonly (number | string)[]): string {
  if (dias.length > 1 && dias.every(isNumber)) return `los días ${joined(dias.map(String))}`
  return joined(dias.map((dia) => (isNumber(dia) ? `el día ${dia}` : `el ${namedDay(String(dia))}`)))
}

/** The days of one month of the year: `el 5 de marzo`. */
const ofYear = (dias: readonly (number | string)[], mes: string): string =>
  dias.every(isNumber)
    ? `el ${joined(dias.map(String))} de ${mes}`
    : `${joined(dias.map((dia) => (isNumber(dia) ? `el ${dia}` : `el ${namedDay(String(dia))}`)))} de ${mes}`

function when({ cada, n, dias, mes, desde }: Regla): string {
  const own = Number(desde.slice(8))
  switch (cada) {
    case 'dia':
      return n === 1 ? 'todos los días' : `cada ${n} días`
    case 'semana': {
      const names = (dias ?? [SEMANA[weekdayOf(desde)]![0]]).map(
        (dia) => `el ${SEMANA.find(([id]) => id === dia)?.[1] ?? dia}`,
      )
      return `${n === 1 ? 'cada semana' : `cada ${n} semanas`}, ${joined(names)}`
    }
    case 'mes':
      return n === 1 ? `${ofMonth(dias ?? [own])} de cada mes` : `${ofMonth(dias ?? [own])}, cada ${n} meses`
    case 'anio': {
      const name = MESES[(mes ?? Number(desde.slice(5, 7))) - 1] ?? ''
      return `${ofYear(dias ?? [own], name)}${n === 1 ? ' de cada año' : `, cada ${n} años`}`
    }
  }
}

const CORRIDO = {
  no: '',
  anterior: '; si no es hábil, el día hábil anterior',
  siguiente: '; si no es hábil, el día hábil siguiente',
} as const

/** All of it but where it begins and its hour. */
export function ruleWords(regla: Regla): string {
  const { veces, hasta, habil } = regla
  return [
    when(regla),
    veces === null ? '' : `, ${plural(veces, 'vez', 'veces')}`,
    hasta === null ? '' : `, hasta el ${formatDate(hasta)}`,
    CORRIDO[habil],
  ].join('')
}
