// Numbers as people type them, 1.250,00 or 1250.00, made the decimal point of the API. What may be a thousand or one is asked back.

import { readingsOf } from '../../domain/numero-impreso'

/** A number typed with a decimal point; the text as it is when it has no reading, or two. */
export const typedNumber = (text: string): string => {
  const bare = text.replace(/[$\s]/g, '')
  const readings = readingsOf(bare)
  return readings.length === 1 ? readings[0]! : bare
}

/** The question about a text with two readings. */
export function whichNumber(text: string): string | undefined {
  const [whole, decimal] = readingsOf(text.replace(/[$\s]/g, ''))
  if (decimal === undefined) return undefined
  // Here the comma is decimal: with a point both would read as a thousand.
  const comma = decimal.replace('.', ',')
  return `¿${whole} o ${comma}? Escriba ${whole}, o ${comma}0.`
}
