// The simulator's clock: the machine's (or a test's) plus a distance that people set, kept in the database.

import type { Clock } from '../base/clock'
import type { Statements } from './statements'

export interface Reloj {
  now(): Date
  /** Puts the clock at an instant; from there it keeps walking. */
  set(at: Date): void
}

/** The clock that the simulator's database remembers. */
export function createReloj({ reloj }: Statements, base: Clock): Reloj {
  let desfase = reloj.desfase.get() ?? 0
  return {
    now: () => new Date(base().getTime() + desfase),
    set(at) {
      desfase = at.getTime() - base().getTime()
      reloj.save.run(desfase)
    },
  }
}

const DURATION =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** The instant an ISO 8601 duration (`P6M`, `PT15M`) after another; null when the text is none. Calendar of UTC. */
export function addDuration(from: Date, duration: string): Date | null {
  const match = DURATION.exec(duration)
  if (!match) return null
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number]
  const at = new Date(from)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + years * 12 + months)
  // 31 August plus six months is the last of February, not the third of March.
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  at.setTime(at.getTime() + ((weeks * 7 + days) * 24 * 3600 + hours * 3600 + minutes * 60 + seconds) * 1000)
  return Number.isNaN(at.getTime()) ? null : at
}
