// The tasks that a company has done by the clock at the SII, and their times (jobs §7).

import { addDays, chileDate, chileInstant } from './fecha'
import { periodoDe, periodosHasta } from './plan/cuota'

/** The tasks, each once something runs it, and what it does. */
export const TAREAS = {
  rcv: 'trae el registro de compras y ventas',
  rcof: 'envía el consumo de folios de los días que faltan',
  acuse: 'pregunta qué dijeron los receptores de lo emitido a crédito',
  folios: 'pide folios de los tipos que tienen reposición automática',
  bte: 'lee las boletas de terceros del mes que cerró',
  buzon: 'lee el buzón de correo',
} as const satisfies Readonly<Record<string, string>>
export type NombreTarea = keyof typeof TAREAS

/**
 * The settings of a company's task. `hora` is Chile's, `HH:MM`; `periodos` counts months, the present one
 * among them, `dias_atras` the days before today, `max_por_dia` documents, `dia` a day of each month.
 */
export interface Ajustes {
  rcv: { activo: boolean; hora: string; periodos: number }
  rcof: { activo: boolean; hora: string; dias_atras: number }
  acuse: { activo: boolean; max_por_dia: number }
  folios: { activo: boolean }
  bte: { activo: boolean; dia: number }
  buzon: { activo: boolean; cada_minutos: number }
}

/**
 * As a company begins. What runs by itself is on in `simulacion` alone: elsewhere it asks the real SII, in a person's name. Folios are
 * asked for of no type of which a person has not set that.
 */
export const ajustesIniciales = (simulacion: boolean): Ajustes => ({
  rcv: { activo: simulacion, hora: '03:30', periodos: 2 },
  rcof: { activo: simulacion, hora: '04:10', dias_atras: 7 },
  acuse: { activo: simulacion, max_por_dia: 50 },
  folios: { activo: true },
  bte: { activo: simulacion, dia: 2 },
  buzon: { activo: simulacion, cada_minutos: 10 },
})

/**
 * The hour of acceptances. It follows the hour of the register as it begins, which may have told it all by
 * then. After the hour of the register as it begins, which may have told it all by then.
 */
const HORA_ACUSE = '05:00'
const HOUR_MS = 3_600_000

/** Why a task that was due did nothing. */
export const OMISIONES = {
  PLAN_LIMIT: 'se usó el 80 % de las consultas del mes: el resto es para las personas',
  PORTAL_LOCKED: 'el SII o el servidor de correo rehusó la entrada, y espera a una persona',
  SIN_CREDENCIAL: 'la empresa no tiene con qué entrar al SII, o no tiene buzón',
  PAUSA: 'el SII hace esperar a todos',
} as const
export type Omision = keyof typeof OMISIONES

/** Companies of one hour are spread over so many minutes, each always at the same. */
const SPREAD = 20

/** Minutes, from 0 to 19, after the hour that was set at which this company has its turn. */
export function shiftOf(empresaId: string): number {
  let sum = 0
  for (const letter of empresaId) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003
  return sum % SPREAD
}

/**
 * The next time after `now` at which Chile's clocks have passed `hora` by `shift` minutes: once a day, on the days of 23 and 25
 * hours too.
 */
export function nextRun(hora: string, shift: number, now: Date): Date {
  const today = chileDate(now)
  for (let day = -1; ; day++) {
    const at = new Date(chileInstant(`${addDays(today, day)}T${hora}:00`).getTime() + shift * 60_000)
    if (at.getTime() > now.getTime()) return at
  }
}

/** The next time after `now` at which `shift` minutes of an hour have passed: Chile's hours and UTC's begin together. */
const nextHour = (shift: number, now: Date): Date => {
  const at = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + shift * 60_000
  return new Date(at > now.getTime() ? at : at + HOUR_MS)
}

/** The next time after `now` on that day of a month, at the hour of what has none of its own. */
function nextMonthly(dia: number, shift: number, now: Date): Date {
  for (let at = nextRun(HORA_ACUSE, shift, now); ; at = nextRun(HORA_ACUSE, shift, at))
    if (Number(chileDate(at).slice(8)) === dia) return at
}

/** The next time after `now` of those that are so many minutes apart, moved by `shift`. */
function nextOfEvery(minutes: number, shift: number, now: Date): Date {
  const every = minutes * 60_000
  const moved = (shift * 60_000) % every
  return new Date((Math.floor((now.getTime() - moved) / every) + 1) * every + moved)
}

/**
 * When a task that was set so is due next after `now`: once a day, that of folios once an hour, that of boletas de terceros
 * once a month, that of the mailbox as it is set.
 */
export function dueAfter<N extends NombreTarea>(
  tarea: N,
  ajustes: Ajustes[N],
  shift: number,
  now: Date,
): Date {
  if (tarea === 'folios') return nextHour(shift, now)
  if ('dia' in ajustes) return nextMonthly(ajustes.dia, shift, now)
  if ('cada_minutos' in ajustes) return nextOfEvery(ajustes.cada_minutos, shift, now)
  return nextRun('hora' in ajustes ? ajustes.hora : HORA_ACUSE, shift, now)
}

/** The `count` days before today, `YYYY-MM-DD` in Chile, oldest first. */
export const diasAtras = (count: number, now: Date): string[] =>
  Array.from({ length: count }, (_, i) => addDays(chileDate(now), i - count))

/** Past this day of a month nobody changes the month before any more. */
const LAST_DAY_OF_THE_MONTH_BEFORE = 25

/** The months, `YYYYMM`, that a reading of the register takes, newest first: those before the present one to the 25th only. */
export const periodosDeRcv = (periodos: number, now: Date): string[] =>
  periodosHasta(periodoDe(now), Number(chileDate(now).slice(8)) > LAST_DAY_OF_THE_MONTH_BEFORE ? 1 : periodos)
