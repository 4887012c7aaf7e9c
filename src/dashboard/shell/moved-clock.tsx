// In the band of the simulation: what time it is for the simulated SII, once somebody has moved its clock. Deadlines and
// expiries go by it.

import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { formatInstant } from '../ui/format'

const EVERY_MS = 60_000
/** The difference that two clocks may have without anybody having moved one. */
const APART_MS = 10 * 60_000

/** Whether somebody moved a clock that says `ahora`, at `now` in milliseconds since 1970. */
export const isMoved = (ahora: string, now: number): boolean => Math.abs(Date.parse(ahora) - now) > APART_MS

export default function MovedClock() {
  const { puede } = useSesion()
  const activa = puede('empresa:administrar')
  const { data, dataUpdatedAt } = useApi('GET /simulador/reloj', undefined, { activa, cada: EVERY_MS })
  if (!data || !isMoved(data.data.ahora, dataUpdatedAt)) return null
  return <> · Reloj del simulador movido: {formatInstant(data.data.ahora)}</>
}
