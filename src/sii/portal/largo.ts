// How long the works of a session are, by the last that were seen: what those that wait are told hangs on it (sii §11.5).

import type { Clock } from '../../base/clock'

/** Requests of a work, where none was seen yet. */
const CONSULTAS = 6
/** How many works the mean counts, so that one that stood still is no measure. */
const MEDIA = 8
const LARGO_MS = 30_000

export interface Largo {
  requests: number
  ms: number
}

export interface Medida {
  /** The mean. */
  largo(): Largo
  /** A request of the one under way. */
  count(): void
  /** A work begins; what it returns is called where it is done to its end. */
  begin(): () => void
}

export function createMedida(espaciadoMs: number, clock: Clock): Medida {
  const mean = { requests: CONSULTAS, ms: CONSULTAS * espaciadoMs }
  let seen = 0
  let asked = 0
  return {
    largo: () => mean,
    count() {
      asked += 1
    },
    begin() {
      const began = clock().getTime()
      asked = 0
      return () => {
        const took = Math.max(0, Math.min(clock().getTime() - began, LARGO_MS))
        const of = Math.min(++seen, MEDIA)
        mean.ms += (took - mean.ms) / of
        mean.requests += (Math.max(1, asked) - mean.requests) / of
      }
    },
  }
}
