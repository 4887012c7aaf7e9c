// The ends of a span of time in a query: a date of Chile or an instant.

import { invalidParameter } from '../domain/errors'
import { addDays, chileMidnight, isDate, parseInstante } from '../domain/fecha'

/** A date as `hasta` is included: the instant is its end. Undefined when nothing was sent. Throws INVALID_PARAMETER. */
export function readInstant(campo: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return chileMidnight(campo.endsWith('hasta') ? addDays(text, 1) : text)
  // Whoever writes microseconds means the same instant.
  const at = parseInstante(text.replace(/(\.\d{3})\d{1,6}/, '$1'))
  if (at) return at
  throw invalidParameter(
    campo,
    'fecha',
    'Debe ser una fecha AAAA-MM-DD o un instante ISO 8601 con su zona, como 2026-11-20T12:00:00Z',
  )
}
