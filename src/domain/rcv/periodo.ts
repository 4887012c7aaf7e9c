// The months of a register (domain/rcv §1).

import { invalidParameter } from '../errors'
import { chileDate } from '../fecha'

/** The first month that the SII keeps a register of. */
export const PRIMERO = '201705'

/** The month as the API writes it, `YYYYMM`. Throws INVALID_PARAMETER for one that has no register, or none yet. */
export function readPeriodo(text: string, now: Date): string {
  const present = chileDate(now).slice(0, 7).replace('-', '')
  if (/^\d{4}(0[1-9]|1[0-2])$/.test(text) && text >= PRIMERO && text <= present) return text
  throw invalidParameter(
    'periodo',
    'rango',
    `Debe ser AAAAMM, desde ${PRIMERO} hasta el mes en curso (${present})`,
  )
}

/** Its first and its last day. */
export function diasOf(periodo: string): { desde: string; hasta: string } {
  const [year, month] = [Number(periodo.slice(0, 4)), Number(periodo.slice(4))]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const text = `${periodo.slice(0, 4)}-${periodo.slice(4)}`
  return { desde: `${text}-01`, hasta: `${text}-${last}` }
}
