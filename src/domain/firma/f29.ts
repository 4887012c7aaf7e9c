// When the F29 of a month is due (SII FAQ 001.130.1060): on the 12th, on the 20th for electronic issuers who pay on line, each on the
// next business day; on the 28th without payment.

import { addDays, chileDate } from '../fecha'
import { isHabilBancario } from '../feriados'
import { periodoDe, periodosHasta } from '../plan/cuota'

export const DIAS_F29 = {
  '12': 'quien paga en papel o en caja',
  '20': 'el emisor electrónico que declara y paga en línea',
} as const
export type DiaF29 = keyof typeof DIAS_F29

/** The month after `periodo`, `YYYY-MM`. */
function monthAfter(periodo: string): string {
  const [year, month] = [Number(periodo.slice(0, 4)), Number(periodo.slice(4))]
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}

/** The day itself, or the next on which banks work. */
function habilFrom(fecha: string): string {
  let day = fecha
  while (!isHabilBancario(day)) day = addDays(day, 1)
  return day
}

/** The Chile date until which the F29 of a month is paid in time. */
export const dueDateF29 = (periodo: string, dia: DiaF29): string => habilFrom(`${monthAfter(periodo)}-${dia}`)

/** The Chile date until which one without payment is filed. */
export const dueDateSinPago = (periodo: string): string => `${monthAfter(periodo)}-28`

/** The first day after a month, a Chile date. */
export const primerDiaDespues = (periodo: string): string => `${monthAfter(periodo)}-01`

/** `from` and the months behind it whose last day to pay is `until` at the latest. */
export function monthsDue(from: string, until: string): string[] {
  const found: string[] = []
  for (let one = from; dueDateF29(one, '12') <= until; one = monthAfter(one).replace('-', '')) found.push(one)
  return found
}

/** The month whose F29 is due next: the one before the present until its last day to pay is over. */
export function dueMonth(now: Date): string {
  const present = periodoDe(now)
  const [, before] = periodosHasta(present, 2) as [string, string]
  return chileDate(now) <= dueDateF29(before, '20') ? before : present
}
