// A RUT in any spelling; the value is the SII's (`76543210-3`).

import { formatRut } from './format'
import { parseRut } from './parse'
import { ParsedField, type ParsedFieldProps } from './parsed-field'

export const RutField = (props: Omit<ParsedFieldProps<string>, 'parse' | 'format' | 'numeric'>) => (
  <ParsedField placeholder="76.543.210-3" {...props} parse={parseRut} format={formatRut} />
)
