// The span of time of a list (http §10): `fecha_desde` and `fecha_hasta`, each a day of Chile or an instant. `desde` and `hasta` are
// the same, where the interface was published with them.

import { Type } from '@sinclair/typebox'
import { invalidParameter } from '../domain/errors'
import { chileDate, isDate } from '../domain/fecha'
import { readInstant } from './instant'
import { readAll } from './read-all'
import { Legible } from './rule'

type End = 'desde' | 'hasta'

export interface SpanQuery {
  fecha_desde?: string
  fecha_hasta?: string
  desde?: string
  hasta?: string
}

const one = (campo: string, description: string) =>
  Type.Optional(Legible((text) => readInstant(campo, text), { description }))

/** The parameters of both ends; `que` says what they are of: `Creados`. */
export const spanQuery = (que: string) => ({
  fecha_desde: one('fecha_desde', `${que} desde un día de Chile o un instante ISO 8601. También \`desde\`.`),
  desde: one('desde', 'Alias de `fecha_desde`.'),
  fecha_hasta: one(
    'fecha_hasta',
    `${que} hasta un día de Chile, incluido, o un instante ISO 8601. También \`hasta\`.`,
  ),
  hasta: one('hasta', 'Alias de `fecha_hasta`.'),
})

/**
 * The value at one end, with the name that it came under. Throws INVALID_PARAMETER where two names differ.
 */
function given(query: SpanQuery, end: End): [campo: string, text: string | undefined] {
  const known = query[`fecha_${end}`]
  const alias = query[end]
  // By what they mean: an instant may be written in another zone.
  const differs = () => readInstant(end, known)?.getTime() !== readInstant(end, alias)?.getTime()
  if (known !== undefined && alias !== undefined && known !== alias && differs())
    throw invalidParameter(end, 'contradiccion', `Dice otra cosa que fecha_${end}`)
  return known === undefined && alias !== undefined ? [end, alias] : [`fecha_${end}`, known]
}

/**
 * Checks that the first time is not behind the last; one alone, or no time, is no fault here. Throws
 * INVALID_PARAMETER.
 */
function checkOrder(query: SpanQuery): void {
  const [hasta, last] = given(query, 'hasta')
  if (last === undefined) return
  let desde: string
  try {
    const [campo, first] = given(query, 'desde')
    desde = campo
    if (first === undefined) return
    const isBehind = isDate(last)
      ? readDay(campo, first) > last
      : readInstant(campo, first)! > readInstant(hasta, last)!
    if (!isBehind) return
  } catch {
    // The reading of that one tells it.
    return
  }
  throw invalidParameter(hasta, 'orden', `Es anterior a ${desde}: el tramo no tiene ningún día`)
}

/** An end as an instant; a day as the last is included. Throws INVALID_PARAMETER, at the last where it is before the first. */
export function readEnd(query: SpanQuery, end: End): Date | undefined {
  const at = readInstant(...given(query, end))
  if (end === 'hasta') checkOrder(query)
  return at
}

/** The same as a day of Chile: of an instant, the day in which it is. Null when nothing was sent. Throws INVALID_PARAMETER. */
export function readEndDay(query: SpanQuery, end: End): string | null {
  const [campo, text] = given(query, end)
  if (end === 'hasta') checkOrder(query)
  return text === undefined ? null : readDay(campo, text)
}

/** Both ends as days, those that were sent. Throws INVALID_PARAMETER with the faults of both. */
export function readDayFilters(query: SpanQuery): { desde?: string; hasta?: string } {
  const [desde, hasta] = readAll(
    () => readEndDay(query, 'desde'),
    () => readEndDay(query, 'hasta'),
  )
  return { ...(desde && { desde }), ...(hasta && { hasta }) }
}

/** A day of Chile, or that in which an instant is. Throws INVALID_PARAMETER. */
export const readDay = (campo: string, text: string): string =>
  isDate(text) ? text : chileDate(readInstant(campo, text)!)
