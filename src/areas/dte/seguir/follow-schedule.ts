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
export const nextTry = (ambiente: Ambiente, elapsed: number): number =>
  Math.min(nextLook(ambiente, elapsed) ?? Infinity, elapsed + HOUR)

/**
 * One follow-up: the milliseconds that it had lasted at the last look that the SII answered, and when its last look was, in milliseconds
 * since 1970. `perdido`, the milliseconds that looks in vain have taken since, is no part of `seguido`: an outage says nothing of a
 * document, and uses up nothing of the week.
 */
export interface Follow {
  envioId: string
  seguido: number
  visto: number
  perdido?: number
}

/**
 * How long the envelope has been followed. Between two looks no more than their pause has passed, and no less than nothing,
 * whatever a clock says that was set meanwhile, or a server that was off.
 */
export function elapsedAt(
  {
    ambiente,
    args: { seguido, visto, perdido = 0 },
  }: Pick<Job<Omit<Follow, 'envioId'>>, 'ambiente' | 'args'>,
  now: Date,
): number {
  const last = seguido + perdido
  const next = perdido ? nextTry(ambiente, last) : (nextLook(ambiente, last) ?? last)
  return seguido + Math.min(Math.max(now.getTime() - visto, 0), next - last)
}

/** When to ask again after a look that brought nothing: at the pauses of the follow-up, as if the SII had answered. */
export function tryAgain<Args extends Omit<Follow, 'envioId'>>(
  job: Job<Args>,
  now: Date,
): { runAt: Date; args: Args } {
  const { seguido, perdido = 0 } = job.args
  const at = now.getTime()
  const elapsed = elapsedAt(job, now) + perdido
  const runAt = new Date(at + nextTry(job.ambiente, elapsed) - elapsed)
  return { runAt, args: { ...job.args, visto: at, perdido: elapsed - seguido } }
}
