// When the SII is asked for the verdict of an envelope (http §7.4), in time that the envelope was followed: no clock that is
// set shortens or lengthens it.

import type { Ambiente } from '../../../domain/ambiente'
import type { Job } from '../../../jobs/kind'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When to ask, counted from the upload; then daily for a week. */
const SCHEDULE = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  4 * HOUR,
  ...[1, 2, 3, 4, 5, 6, 7].map((d) => d * DAY),
]
const SCHEDULE_SIMULACION = [SECOND, 5 * SECOND, 15 * SECOND, ...SCHEDULE]

const scheduleOf = (ambiente: Ambiente): readonly number[] =>
  ambiente === 'simulacion' ? SCHEDULE_SIMULACION : SCHEDULE

/** Milliseconds from the upload to the next look, after so many; null when a week has passed. */
export const nextLook = (ambiente: Ambiente, elapsed: number): number | null =>
  scheduleOf(ambiente).find((at) => at > elapsed) ?? null

/** The same from a look that brought nothing: within the hour, since the SII may be back. */
export const nextTry = (ambiente: Ambiente, elapsed: number): number | null => {
  const next = nextLook(ambiente, elapsed)
  return next && Math.min(next, elapsed + HOUR)
}

/** One follow-up: the milliseconds that it had lasted at its last look, and when that was, in milliseconds since 1970. */
export interface Follow {
  envioId: string
  seguido: number
  visto: number
}

/**
 * How long the envelope has been followed. Between two looks no more than their pause has passed, and no less than nothing,
 * whatever a clock says that was set meanwhile, or a server that was off.
 */
export function elapsedAt(
  { ambiente, args: { seguido, visto } }: Pick<Job<Omit<Follow, 'envioId'>>, 'ambiente' | 'args'>,
  now: Date,
): number {
  const pause = (nextLook(ambiente, seguido) ?? seguido) - seguido
  return seguido + Math.min(Math.max(now.getTime() - visto, 0), pause)
}

/**
 * When to ask again after a look that brought nothing: at the pauses of the follow-up; after its week null, which leaves it to those of
 * the queue until the attempts are spent.
 */
export function tryAgain(job: Job<Follow>, now: Date): { runAt: Date; args: Follow } | null {
  const seguido = elapsedAt(job, now)
  const next = nextTry(job.ambiente, seguido)
  if (next === null) return null
  const runAt = new Date(now.getTime() + next - seguido)
  return { runAt, args: { ...job.args, seguido, visto: now.getTime() } }
}
