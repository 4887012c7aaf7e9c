// The stock of a type on its way to the end, as a line: at the pace that the server foresees, range by range (dashboard §10).

import { addDays, daysBetween } from '../../domain/fecha'
import type { DataOf } from '../api/client'

export type Stock = DataOf<'GET /v1/dte/folios'>[number]
export type Rango = Stock['rangos'][number]

/** Folios of the range that no document holds. */
export const remaining = ({ desde, hasta, usados }: Pick<Rango, 'desde' | 'hasta' | 'usados'>): number =>
  hasta - desde + 1 - usados

interface Punto {
  /** `YYYY-MM-DD`. */
  day: string
  value: number
}

/** Days of the future that are worth a line: the SII grants for months, not for years. */
const MAX_DIAS = 730

/**
 * The stock from today on, where its line bends; one point when nothing is used and nothing expires. `pace`: folios a day. `hoy` is the
 * date in Chile. Ranges are used in their order, the oldest first.
 */
export function project(rangos: readonly Rango[], pace: number, hoy: string): Punto[] {
  const vigentes = rangos.filter(({ estado }) => estado === 'vigente')
  const left = vigentes.map((rango) => ({ vence: rango.vence_el, folios: remaining(rango) }))
  const total = (): number => left.reduce((sum, { folios }) => sum + folios, 0)
  const puntos: Punto[] = [{ day: hoy, value: total() }]
  let day = hoy
  const use = (until: string): void => {
    let used = pace * daysBetween(day, until)
    for (const each of left) {
      const taken = Math.min(each.folios, used)
      each.folios -= taken
      used -= taken
    }
    day = until
  }
  for (const dia of [...new Set(left.flatMap(({ vence }) => vence ?? []))].sort()) {
    const gone = endAt(total(), pace, day)
    if (gone !== null && gone <= dia) break
    // The last good day is used whole.
    use(addDays(dia, 1))
    const lost = left.filter((each) => each.vence === dia)
    const over = lost.some(({ folios }) => whole(folios) > 0)
    if (over) puntos.push({ day: dia, value: whole(total()) })
    for (const each of lost) each.folios = 0
    if (over) puntos.push({ day, value: whole(total()) })
  }
  const end = total() > 0 ? endAt(total(), pace, day) : null
  if (end !== null && daysBetween(hoy, end) <= MAX_DIAS) puntos.push({ day: end, value: 0 })
  return puntos
}

/** Folios that are there whole, of a reckoned number of them. */
const whole = (folios: number): number => Math.floor(folios + 1e-9)

const endAt = (folios: number, pace: number, from: string): string | null =>
  pace === 0 ? null : addDays(from, Math.min(100_000, Math.floor(folios / pace + 1e-9)))
