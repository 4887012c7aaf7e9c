// When a delivery that failed is tried again (http §12.3).

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** Tries of one delivery. */
export const MAX_INTENTOS = PAUSES.length + 1

const RETRY_AFTER_MAX = 24 * HOUR

/** The next try after number `intento` (from 1) failed, ± 20 % by `random` in [0, 1). */
export function nextTry(intento: number, now: Date, random: number): Date {
  const pause = PAUSES[Math.min(Math.max(intento, 1), PAUSES.length) - 1]!
  return new Date(now.getTime() + Math.round(pause * (0.8 + 0.4 * random)))
}

/** The wait of a receiver's `Retry-After`, seconds or a date, up to a day; null when it is unreadable. */
export function retryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  if (Number.isNaN(ms)) return null
  return new Date(now.getTime() + Math.min(Math.max(ms, SECOND), RETRY_AFTER_MAX))
}
