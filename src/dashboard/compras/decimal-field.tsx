// An amount or a rate as a decimal text. What may be a thousand or one is asked back, for invoices from abroad write either.

import { formatNumber } from '../ui/format'
import type { Parsed } from '../ui/parse'
import { ParsedField, type ParsedFieldProps } from '../ui/parsed-field'
import { typedNumber, whichNumber } from './typed'

type Props = Omit<ParsedFieldProps<string>, 'value' | 'onChange' | 'parse' | 'format' | 'numeric'> & {
  /** With a decimal point; empty while there is none. */
  value: string
  onChange: (value: string) => void
}

function parse(text: string): Parsed<string> {
  const which = whichNumber(text)
  if (which) return { ok: false, error: which }
  const value = typedNumber(text)
  return /^\d+(\.\d+)?$/.test(value)
    ? { ok: true, value }
    : { ok: false, error: 'No es un número. Escriba, por ejemplo, 1.234,50' }
}

export const DecimalField = ({ value, onChange, ...rest }: Props) => (
  <ParsedField
    {...rest}
    numeric
    value={value === '' ? null : value}
    onChange={(read) => onChange(read ?? '')}
    parse={parse}
    format={formatNumber}
  />
)
