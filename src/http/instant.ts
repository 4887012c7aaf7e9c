// The ends of a span of time in a query: a date of Chile or an instant.

import { invalidParameter } from '../domain/errors'
import { addDays, chileMidnight, isDate } from '../domain/fecha'

/** A date as `hasta` is included: the instant is its end. Undefined when nothing was sent. Throws INVALID_PARAMETER. */
export function readInstant(campo: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return chileMidnight(campo.endsWith('hasta') ? addDays(text, 1) : text)
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  throw invalidParameter(campo, 'fecha', 'Debe ser una fecha o un instante ISO 8601')
}
