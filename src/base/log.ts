// Structured logs: one JSON line per event (http §23). Never XML, keys, passwords or tokens: callers pass ids.

import type { Clock } from './clock'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Fields = Record<string, unknown>

/** `event` is a stable dotted name (`http.request`, `job.failed`); fields carry `request_id` or `job_id`. */
export interface Log {
  level: LogLevel
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

/** A log that hands each line, without its line break, to `write`. */
export function createLog({
  level,
  clock,
  write,
}: {
  level: LogLevel
  clock: Clock
  write: (line: string) => void
}): Log {
  const least = LOG_LEVELS.indexOf(level)
  const at =
    (name: LogLevel) =>
    (event: string, fields: Fields = {}) => {
      if (LOG_LEVELS.indexOf(name) < least) return
      write(JSON.stringify({ time: clock().toISOString(), level: name, event, ...fields }, plain))
    }
  return { level, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

// An Error has no enumerable fields, so JSON would print it as {}.
function plain(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}
