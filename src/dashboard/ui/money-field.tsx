// Whole numbers: pesos, and how many.

import { formatNumber } from './format'
import { parseCount, parsePesos } from './parse'
import { ParsedField, type ParsedFieldProps } from './parsed-field'

type Own<T> = Omit<ParsedFieldProps<T>, 'parse' | 'format' | 'numeric'>

export const MoneyField = (props: Own<number>) => (
  <ParsedField {...props} numeric parse={parsePesos} format={formatNumber} />
)

/** How many. */
export const CountField = (props: Own<number>) => (
  <ParsedField {...props} numeric parse={parseCount} format={formatNumber} />
)
