// The timer as an argument: tests fire it themselves.

/** Calls `fire` once after `ms`; the function returned forgets it. */
export type Timer = (ms: number, fire: () => void) => () => void

/** The system's timer. */
export const systemTimer: Timer = (ms, fire) => {
  const handle = setTimeout(fire, ms)
  return () => clearTimeout(handle)
}

/** Resolves when `work` does or `ms` have passed. */
export async function within(timer: Timer, ms: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const forget = timer(ms, over.resolve)
  await Promise.race([work, over.promise])
  forget()
}

/** Waits by `timer`; over at once when the signal aborts, so that a wait given up keeps no process from its end. */
export const pauseOf =
  (timer: Timer) =>
  (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        forget()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const forget = timer(ms, end)
      signal?.addEventListener('abort', end, { once: true })
    })
