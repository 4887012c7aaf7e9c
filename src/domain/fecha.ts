// Dates of the law are Chile's: the tz database zone America/Santiago, never the host's (domain/dte §2.5).

/** Made with the first date that is asked for: the tables behind it are a tenth of the time that a start takes. */
let format: Intl.DateTimeFormat | undefined
const parts = (time: number): Intl.DateTimeFormatPart[] => {
  format ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Santiago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return format.formatToParts(time)
}

const HOUR = 3_600_000
const offsets = new Map<number, number>()

/** How far Chile's clocks are from UTC, which changes on the hour; Intl costs tens of microseconds, so it is asked once. */
function offsetAt(time: number): number {
  const hour = Math.floor(time / HOUR)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    const p = Object.fromEntries(parts(hour * HOUR).map(({ type, value }) => [type, value]))
    offset = Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`) - hour * HOUR
    if (offsets.size > 1000) offsets.clear()
    offsets.set(hour, offset)
  }
  return offset
}

/** `YYYY-MM-DDTHH:MM:SS` in Chile, without zone, as every SII timestamp is written. */
export const chileTimestamp = (at: Date): string =>
  new Date(at.getTime() + offsetAt(at.getTime())).toISOString().slice(0, 19)

/**
 * The instant of a timestamp of the SII, `YYYY-MM-DDTHH:MM:SS` in Chile: the first of two where a clock was put back, and an hour
 * later where one was put forward over it.
 */
export function chileInstant(local: string): Date {
  const early = new Date(Date.parse(`${local}Z`) + 3 * HOUR)
  return chileTimestamp(early) === local ? early : new Date(early.getTime() + HOUR)
}

/** `YYYY-MM-DD` in Chile. */
export const chileDate = (at: Date): string => chileTimestamp(at).slice(0, 10)

/** Whether the text is a real calendar date `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** The date `days` later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day `months` later, or that month's last day when it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Days from one date to another, negative when `to` is the earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** The instant at which a date begins in Chile, whose midnight is at 03:00 or 04:00 UTC. */
export function chileMidnight(date: string): Date {
  const early = new Date(`${date}T03:00:00Z`)
  return chileDate(early) === date ? early : new Date(`${date}T04:00:00Z`)
}

const INSTANTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** An instant of ISO 8601 with its zone; null for any other text, and for a day or hour that does not exist. */
export function parseInstante(text: string): Date | null {
  if (!INSTANTE.test(text) || !isDate(text.slice(0, 10))) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
