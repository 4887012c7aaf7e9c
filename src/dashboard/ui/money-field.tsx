// Amounts: whole pesos, and decimals (prices, quantities, other currencies) that travel as text.

import { formatNumber } from './format'
import { parseCount, parseNumber, parsePesos } from './parse'
import { ParsedField, type ParsedFieldProps } from './parsed-field'

type Own<T> = Omit<ParsedFieldProps<T>, 'parse' | 'format' | 'numeric'>

export const MoneyField = (props: Own<number>) => (
  <ParsedField {...props} numeric parse={parsePesos} format={formatNumber} />
)

/** The value is a decimal as the API takes it: `1234.5`. */
export const DecimalField = (props: Own<string>) => (
  <ParsedField {...props} numeric parse={parseNumber} format={formatNumber} />
)

/** How many. */
export const CountField = (props: Own<number>) => (
  <ParsedField {...props} numeric parse={parseCount} format={formatNumber} />
)
