// RUTs as genuine files write them: some fill those of the stamp, the CAF or the cover with zeros.

import { parseRut } from '../../domain/rut'

/** Whether two texts are the same RUT. */
export const mismoRut = (a: string, b: string): boolean =>
  a === b || (parseRut(a) !== null && parseRut(a) === parseRut(b))
