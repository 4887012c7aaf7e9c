// The rule and the settings of a series as a form has them, the body that they come to, and the dates that follow (areas/recurrentes §1).

import { addDays } from '../../../domain/fecha'
import { createCalendario } from '../../../domain/feriados'
import { checkRegla, fechasOf, N_MAX, type Regla, VECES_MAX } from '../../../domain/recurrencia/regla'
import type { BodyOf } from '../../api/client'
import { withoutPath } from '../../api/fault'
import type { Serie } from '../../api/routes.gen'
import { SEMANA } from './rule-words'

/** Texts as typed; days of a month as the API writes them, each in a list of its own. */
export interface SerieDraft {
  nombre: string
  cada: Regla['cada']
  n: number | null
  semana: string[]
  dias: string[]
  mes: string
  habil: Regla['habil']
  desde: string
  hasta: string
  veces: number | null
  hora: string
  modo: Serie['modo']
  envio: Serie['envio']
  atraso: number | null
}

const DIAS_MAX = 4
const ATRASO_MAX = 10

const dayNumber = (fecha: string): string => String(Number(fecha.slice(8)))
const weekday = (fecha: string): string =>
  SEMANA[(new Date(`${fecha}T00:00:00Z`).getUTCDay() + 6) % 7]?.[0] ?? 'lun'

/** A series begun now: each month, on the day of `ejemplo`, from the day behind `hoy`, so that nothing is done by surprise today. */
export const newDraft = (nombre: string, ejemplo: string, hoy: string): SerieDraft => ({
  nombre: nombre.slice(0, 80),
  cada: 'mes',
  n: 1,
  semana: [weekday(ejemplo)],
  dias: [dayNumber(ejemplo)],
  mes: String(Number(ejemplo.slice(5, 7))),
  habil: 'no',
  desde: addDays(hoy, 1),
  hasta: '',
  veces: null,
  hora: '09:00',
  modo: 'borrador',
  envio: 'empresa',
  atraso: 3,
})

export function draftOf({ nombre, regla, modo, envio, atraso_dias }: Serie): SerieDraft {
  const { cada, n, dias, mes, habil, desde, hasta, veces, hora } = regla
  const said = dias?.map(String)
  return {
    ...{ nombre, cada, n, habil, desde, veces, hora, modo, envio },
    semana: (cada === 'semana' && said) || [weekday(desde)],
    dias: (cada !== 'semana' && said) || [dayNumber(desde)],
    mes: String(mes ?? Number(desde.slice(5, 7))),
    hasta: hasta ?? '',
    atraso: atraso_dias,
  }
}

const written = (dia: string): number | string => (/^\d+$/.test(dia) ? Number(dia) : dia)

export function reglaOf(draft: SerieDraft): Regla {
  const { cada, n, semana, dias, mes, habil, desde, hasta, veces, hora } = draft
  return {
    ...{ cada, habil, desde, veces, hora },
    n: n ?? 1,
    dias: cada === 'dia' ? null : cada === 'semana' ? semana : dias.map(written),
    mes: cada === 'anio' ? Number(mes) : null,
    hasta: hasta || null,
  }
}

type Settings = Omit<BodyOf<'POST /v1/recurrentes'>, 'solicitud' | 'regla'> & {
  regla: { [K in keyof Regla]: K extends 'dias' ? (number | string)[] | null : Regla[K] }
}

export function settingsOf(draft: SerieDraft): Settings {
  const { nombre, modo, envio, atraso } = draft
  const { dias, ...regla } = reglaOf(draft)
  return {
    nombre: nombre.trim(),
    regla: { ...regla, dias: dias && [...dias] },
    ...{ modo, envio, ...(atraso !== null && { atraso_dias: atraso }) },
  }
}

/** Whether a person changed the rule: an untouched one is not sent, for another counts from today (areas/recurrentes §2). */
export const isOtherRule = (draft: SerieDraft, serie: Serie): boolean =>
  JSON.stringify(reglaOf(draft)) !== JSON.stringify(reglaOf(draftOf(serie)))

const SAID: Readonly<Record<string, string>> = {
  'regla.desde': 'Elija la primera fecha posible',
  'regla.hora': 'Escriba la hora',
}

/** The faults that stop the form, by the API's path. */
export function lacks(draft: SerieDraft): Partial<Record<string, string>> {
  const { nombre, cada, n, semana, veces, modo, atraso, desde, hora } = draft
  const found: Record<string, string> = {}
  for (const fault of checkRegla(reglaOf(draft))) found[fault.campo] ??= withoutPath(fault)
  if (!desde) found['regla.desde'] = SAID['regla.desde']!
  if (!hora) found['regla.hora'] = SAID['regla.hora']!
  if (!nombre.trim()) found.nombre = 'Escriba un nombre con que reconocerla'
  if (n === null || n < 1 || n > N_MAX) found['regla.n'] = `De 1 a ${N_MAX}`
  if (cada === 'semana' && (semana.length === 0 || semana.length > DIAS_MAX))
    found['regla.dias'] = semana.length ? `Hasta ${DIAS_MAX} días` : 'Elija al menos un día'
  if (veces !== null && (veces < 1 || veces > VECES_MAX)) found['regla.veces'] = `De 1 a ${VECES_MAX}`
  if (modo === 'automatico' && (atraso === null || atraso > ATRASO_MAX))
    found.atraso_dias = `De 0 a ${ATRASO_MAX}`
  return found
}

/** The paths that have a place in the form. */
export const PLACED: readonly string[] = [
  ...['nombre', 'modo', 'envio', 'atraso_dias', 'regla', 'regla.dias'],
  ...['cada', 'n', 'mes', 'habil', 'desde', 'hasta', 'veces', 'hora'].map((name) => `regla.${name}`),
  ...Array.from({ length: DIAS_MAX }, (_, i) => `regla.dias[${i}]`),
]

/** Whether holidays move a date of it. */
export const asksHolidays = ({ habil, dias, cada }: Regla): boolean =>
  habil !== 'no' || (cada !== 'semana' && (dias ?? []).some((dia) => String(dia).includes('habil')))

/** The first dates of a faultless rule from `hoy` on, and whether others follow; null of one at fault. */
export function datesOf(
  regla: Regla,
  adicionales: readonly string[],
  hoy: string,
  count: number,
): { fechas: string[]; siguen: boolean } | null {
  if (checkRegla(regla).length) return null
  const fechas: string[] = []
  for (const { fecha } of fechasOf(regla, createCalendario(adicionales))) {
    if (fecha < hoy) continue
    if (fechas.length === count) return { fechas, siguen: true }
    fechas.push(fecha)
  }
  return { fechas, siguen: false }
}
