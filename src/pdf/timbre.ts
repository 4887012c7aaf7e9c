// The timbre as a barcode: the flat TED in Latin-1, in as many columns as suit the paper (formato-dte.md §6.2).
import { AppError } from '../domain/errors'
import { encodePdf417, PDF417_MAX_BYTES, pdf417Filas, type Simbolo } from './pdf417'

/** Modules a row is high. */
export const ALTO_FILA = 3
/** Dots of a thermal head to a module: 0.25 mm at 203 dpi. One dot, 0.125 mm, is below the 0.17 mm of the SII. */
export const PUNTOS_MODULO = 2
/** Dots of a thermal head to a millimetre: what the trade calls 203 dpi. */
export const PUNTOS_MM = 8

const COLUMNAS_CARTA = [15, 16]
/** A row more would pass the 928 codewords of a symbol, or 4 cm at the module the letter page uses. */
const FILAS_CARTA = 61
const FILAS_MAX = 90
const CODEWORDS_MAX = 928

function bytesOf(ted: string): Buffer {
  if (/[^\0-\xff]/.test(ted)) throw new RangeError('a TED holds only Latin-1 characters')
  const bytes = Buffer.from(ted, 'latin1')
  if (bytes.length > PDF417_MAX_BYTES) throw tooLong(bytes.length)
  return bytes
}

const tooLong = (length: number): AppError =>
  new AppError(
    'INVALID_STATE',
    `El timbre tiene ${length} bytes y el código de barras admite a lo más ${PDF417_MAX_BYTES}`,
  )

/** The barcode of a TED on a letter page. Throws `INVALID_STATE` when it is too long for a PDF417 of level 5. */
export function encodeTimbre(ted: string): Simbolo {
  const bytes = bytesOf(ted)
  const columnas = COLUMNAS_CARTA.find((c) => pdf417Filas(bytes.length, c) <= FILAS_CARTA)
  if (columnas === undefined) throw tooLong(bytes.length)
  return encodePdf417(bytes, columnas)
}

/** A barcode for a strip of paper. A turned one has its rows along the strip. */
export interface TimbreRollo {
  simbolo: Simbolo
  girado: boolean
}

/**
 * The barcode of a TED on a strip that prints `puntos` dots across, at two dots a module. Upright with as many columns
 * as the strip takes. Where it would then pass the 90 rows of a symbol (57 mm always), it is turned: along the strip
 * there is room for 14 columns and more, which also keep it within 4 × 9 cm. Throws `INVALID_STATE` as `encodeTimbre`.
 */
export function encodeTimbreRollo(ted: string, puntos: number): TimbreRollo {
  const bytes = bytesOf(ted)
  const filas = (columnas: number) => pdf417Filas(bytes.length, columnas)
  const fits = (columnas: number, max: number) =>
    filas(columnas) <= max && filas(columnas) * columnas <= CODEWORDS_MAX
  const derecho = Math.floor((puntos / PUNTOS_MODULO - 69) / 17)
  if (fits(derecho, FILAS_MAX)) return { simbolo: encodePdf417(bytes, derecho), girado: false }
  // 4 cm across take 53 rows; the longest TEDs exist in 16 columns and 58 rows only, 4.4 cm.
  const girado = [14, 15, 16, 17].find((c) => fits(c, 53)) ?? 16
  return { simbolo: encodePdf417(bytes, girado), girado: true }
}
