// RUTs as genuine files write them: stamps and CAFs of the SII's own portal fill them with zeros and write a small k.

import { parseRut } from '../../domain/rut'

/** Whether two texts are the same RUT. */
export const mismoRut = (a: string, b: string): boolean =>
  a === b || (parseRut(a) !== null && parseRut(a) === parseRut(b))
