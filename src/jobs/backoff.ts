// How long a job waits after a temporary fault (contract §7).

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

/** Milliseconds to wait after temporary fault number `fallas` (from 1), ± 20 % by `random` in [0, 1). */
export function pauseMs(fallas: number, random: number): number {
  const pause = PAUSES[Math.min(Math.max(fallas, 1), PAUSES.length) - 1]!
  return Math.round(pause * (0.8 + 0.4 * random))
}
