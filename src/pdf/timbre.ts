// The timbre as a barcode: the flat TED in Latin-1, in as many columns as suit the paper (pdf §2.1, §5).
import { AppError } from '../domain/errors'
import { encodePdf417, PDF417_MAX_BYTES, pdf417Filas, type Simbolo } from './pdf417'

/** Modules a row is high. */
export const ALTO_FILA = 3
/** Dots of a thermal head of 203 dpi to a module: 0.25 mm. One dot, 0.125 mm, is below the 0.17 mm of the SII. */
export const PUNTOS_MODULO = 2
/** Dots of a thermal head to a millimetre: what the trade calls 203 dpi. */
export const PUNTOS_MM = 8
/** Dots that a thermal head of 203 dpi prints across each strip. */
export const CABEZALES = { '80mm': 576, '57mm': 384 } as const

/** On a letter page, 72 mm at 0.21 mm a module: 22 to 37 mm high, and the only number that takes the longest TEDs. */
const COLUMNAS_CARTA = 16
/** On 80 mm, 52 mm at 0.17 mm a module: 22 to 34 mm high. */
const COLUMNAS_80 = 14
/** 4 cm across a strip of 57 mm, the symbol turned. */
const FILAS_57 = 53
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

const fits = (bytes: Buffer, columnas: number, filasMax = FILAS_MAX): boolean => {
  const filas = pdf417Filas(bytes.length, columnas)
  return filas <= filasMax && filas * columnas <= CODEWORDS_MAX
}

/** The barcode of a TED on a letter page. Throws `INVALID_STATE` when it is too long for a PDF417 of level 5. */
export const encodeTimbre = (ted: string): Simbolo => encodePdf417(bytesOf(ted), COLUMNAS_CARTA)

/** A barcode for a strip of paper. A turned one has its rows along the strip. */
export interface TimbreRollo {
  simbolo: Simbolo
  girado: boolean
}

/**
 * The barcode of a TED on the page of a strip. 80 mm leave 5.5 cm between the 2 cm of the left edge and the free border. The
 * longest TEDs, of 1030 to 1034 bytes, exist in 16 columns alone and stand 17 mm from the edge. 57 mm, for boletas, are
 * printed by heads of 203 dpi: see `encodeTimbreTermico`. Throws `INVALID_STATE` as `encodeTimbre`.
 */
export function encodeTimbreRollo(ted: string, papel: '80mm' | '57mm'): TimbreRollo {
  if (papel === '57mm') return encodeTimbreTermico(ted, CABEZALES[papel])
  const bytes = bytesOf(ted)
  const columnas = fits(bytes, COLUMNAS_80) ? COLUMNAS_80 : COLUMNAS_CARTA
  return { simbolo: encodePdf417(bytes, columnas), girado: false }
}

/**
 * The barcode of a TED for a head of 203 dpi that prints `puntos` dots across, at two dots a module: no layout of that module
 * keeps both the height and the width of the manual, so it is upright with as many columns as the head takes, 12 on 80 mm
 * (pdf §5). Where it would then pass the 90 rows of a symbol (57 mm always), it is turned: along the strip there is room for 14
 * columns and more, which also keep it within 4 × 9 cm. Throws `INVALID_STATE` as `encodeTimbre`.
 */
export function encodeTimbreTermico(ted: string, puntos: number): TimbreRollo {
  const bytes = bytesOf(ted)
  const derecho = Math.floor((puntos / PUNTOS_MODULO - 69) / 17)
  if (fits(bytes, derecho)) return { simbolo: encodePdf417(bytes, derecho), girado: false }
  // The longest TEDs exist in 16 columns and 58 rows only, 4.4 cm.
  const girado = [14, 15, 16, 17].find((c) => fits(bytes, c, FILAS_57)) ?? COLUMNAS_CARTA
  return { simbolo: encodePdf417(bytes, girado), girado: true }
}
