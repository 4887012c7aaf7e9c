// How long a job waits after a temporary fault, or a death of the process (contract §7).

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

/**
 * Temporary faults up to which a job keeps its place in the line of its group: what comes behind it waits with it. Beyond, that is
 * after ten minutes, the fault may be its own, and going on in order would cost the others too much.
 */
export const IN_LINE = 5

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
 * Milliseconds to wait after run number `interrupciones` (from 1) in a row that ended with its process. Beyond `IN_LINE` ± 20 % by
 * `random` in [0, 1): drawn for each job, it parts the one that kills the process from those that only died beside it.
 */
export function interruptedMs(interrupciones: number, random: number): number {
  const pause = AFTER_INTERRUPTION[Math.min(Math.max(interrupciones, 1), AFTER_INTERRUPTION.length) - 1]!
  return interrupciones > IN_LINE ? Math.round(pause * (0.8 + 0.4 * random)) : pause
}

/** Milliseconds to wait after temporary fault number `fallas` (from 1), ± 20 % by `random` in [0, 1). */
export function pauseMs(fallas: number, random: number): number {
  const pause = PAUSES[Math.min(Math.max(fallas, 1), PAUSES.length) - 1]!
  return Math.round(pause * (0.8 + 0.4 * random))
}
