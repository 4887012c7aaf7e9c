// The timbre as a barcode: the flat TED in Latin-1, in as many columns as keep it within the SII's measures
// (formato-dte.md §6.2).
import { AppError } from '../domain/errors'
import { encodePdf417, PDF417_MAX_BYTES, pdf417Filas, type Simbolo } from './pdf417'

/** Modules a row is high. */
export const ALTO_FILA = 3
const COLUMNAS = [15, 16]
/** A row more would pass the 928 codewords of a symbol, or 4 cm at the module the letter page uses. */
const FILAS_MAX = 61

/** The barcode of a TED. Throws `INVALID_STATE` when it is too long for a PDF417 of level 5. */
export function encodeTimbre(ted: string): Simbolo {
  if (/[^\0-\xff]/.test(ted)) throw new RangeError('a TED holds only Latin-1 characters')
  const bytes = Buffer.from(ted, 'latin1')
  const columnas = COLUMNAS.find((c) => pdf417Filas(bytes.length, c) <= FILAS_MAX)
  if (columnas === undefined || bytes.length > PDF417_MAX_BYTES) {
    throw new AppError(
      'INVALID_STATE',
      `El timbre tiene ${bytes.length} bytes y el código de barras admite a lo más ${PDF417_MAX_BYTES}`,
    )
  }
  return encodePdf417(bytes, columnas)
}
