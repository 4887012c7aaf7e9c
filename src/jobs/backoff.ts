// How long a job waits after a temporary fault, or a death of the process (jobs §2, §4).

const SECOND = 1000
const MINUTE = 60 * SECOND
const PAUSES = [
  5 * SECOND,
  15 * SECOND,
  45 * SECOND,
  2 * MINUTE,
  6 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
]

/** Deaths in a row up to which jobs that died together run together again; beyond, each waits by itself: one of them may be why. */
export const TOGETHER = 5

const AFTER_INTERRUPTION = [
  SECOND,
  2 * SECOND,
  3 * SECOND,
  4 * SECOND,
  5 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
]

/**
 * Milliseconds to wait after run number `interrupciones` (from 1) in a row that ended with its process. Beyond `TOGETHER` ± 20 % by
 * `random` in [0, 1): drawn for each job, it parts the one that kills the process from those that only died beside it.
 */
export function interruptedMs(interrupciones: number, random: number): number {
  const pause = AFTER_INTERRUPTION[Math.min(Math.max(interrupciones, 1), AFTER_INTERRUPTION.length) - 1]!
  return interrupciones > TOGETHER ? Math.round(pause * (0.8 + 0.4 * random)) : pause
}

/** Milliseconds to wait after temporary fault number `fallas` (from 1), ± 20 % by `random` in [0, 1). */
export function pauseMs(fallas: number, random: number): number {
  const pause = PAUSES[Math.min(Math.max(fallas, 1), PAUSES.length) - 1]!
  return Math.round(pause * (0.8 + 0.4 * random))
}
