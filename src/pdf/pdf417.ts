// PDF417 of the timbre (ISO/IEC 15438; pdf §2.1): bytes by byte compaction, error level 5, into rows of modules.
import { readPatrones } from '../base/pdf417-patrones'

/** A drawn symbol: `filas` rows of `ancho` modules, each row packed from the left, 1 is a bar, padded to whole bytes. */
export interface Simbolo {
  ancho: number
  filas: number
  columnas: number
  bytesPorFila: number
  bits: Uint8Array
}

const PRIME = 929
const NIVEL = 5
const CORRECCION = 2 ** (NIVEL + 1)
const MAX_CODEWORDS = 928
const MAX_FILAS = 90
const PAD = 900
const LATCH_BYTES = 901
/** Byte compaction of a length that is a multiple of six. */
const LATCH_BYTES_X6 = 924
const INICIO = 0b11111111010101000
const FIN = 0b111111101000101001

/** Most bytes a symbol of level 5 holds. */
export const PDF417_MAX_BYTES = 1034

let patrones: Uint32Array | undefined
let generador: Uint16Array | undefined

/** Coefficients of ∏ (x − 3^i), i = 1…64 over GF(929), without the leading one, highest power first. */
function generator(): Uint16Array {
  let poly = [1]
  for (let i = 0, root = 3; i < CORRECCION; i++, root = (root * 3) % PRIME) {
    const next = [...poly, 0]
    poly.forEach((c, j) => {
      next[j + 1] = (next[j + 1]! + (PRIME - root) * c) % PRIME
    })
    poly = next
  }
  return Uint16Array.from(poly.slice(1))
}

/** Writes the 64 correction codewords after the `count` data codewords. */
function correct(words: Uint16Array, count: number): void {
  generador ??= generator()
  const rest = new Uint16Array(CORRECCION)
  for (let i = 0; i < count; i++) {
    const factor = (words[i]! + rest[0]!) % PRIME
    for (let j = 0; j < CORRECCION - 1; j++) {
      rest[j] = (rest[j + 1]! + (PRIME - factor) * generador[j]!) % PRIME
    }
    rest[CORRECCION - 1] = ((PRIME - factor) * generador[CORRECCION - 1]!) % PRIME
  }
  for (let j = 0; j < CORRECCION; j++) words[count + j] = (PRIME - rest[j]!) % PRIME
}

/** Codewords that `length` bytes take: length descriptor, latch and the bytes. */
const dataWords = (length: number): number => 2 + Math.floor(length / 6) * 5 + (length % 6)

function compact(data: Uint8Array, words: Uint16Array): void {
  words[1] = data.length % 6 === 0 ? LATCH_BYTES_X6 : LATCH_BYTES
  let at = 2
  let i = 0
  for (; i + 6 <= data.length; i += 6, at += 5) {
    // Six bytes, 48 bits, are exact in a double: five digits in base 900.
    let value = 0
    for (let j = 0; j < 6; j++) value = value * 256 + data[i + j]!
    for (let j = 4; j >= 0; j--) {
      const quotient = Math.floor(value / 900)
      words[at + j] = value - quotient * 900
      value = quotient
    }
  }
  for (; i < data.length; i++) words[at++] = data[i]!
}

/** Fewest rows that hold `length` bytes in `columnas` columns. */
export const pdf417Filas = (length: number, columnas: number): number =>
  Math.max(3, Math.ceil((dataWords(length) + CORRECCION) / columnas))

/**
 * The symbol of `data` in `columnas` data columns. Throws RangeError when the data does not fit: over 1034 bytes, or more
 * than 90 rows.
 */
export function encodePdf417(data: Uint8Array, columnas: number): Simbolo {
  const filas = pdf417Filas(data.length, columnas)
  if (data.length > PDF417_MAX_BYTES || filas > MAX_FILAS || filas * columnas > MAX_CODEWORDS) {
    throw new RangeError(
      `PDF417 at error level 5 cannot hold ${data.length} bytes in ${columnas} columns (at most ${PDF417_MAX_BYTES} bytes, 928 codewords)`,
    )
  }
  const total = filas * columnas
  const words = new Uint16Array(total).fill(PAD)
  words[0] = total - CORRECCION
  compact(data, words)
  correct(words, total - CORRECCION)
  return draw(words, filas, columnas)
}

function draw(words: Uint16Array, filas: number, columnas: number): Simbolo {
  patrones ??= readPatrones()
  const ancho = 17 * columnas + 69
  const bytesPorFila = (ancho + 7) >> 3
  const bits = new Uint8Array(bytesPorFila * filas)
  let at = 0
  let pending = 0
  let held = 0
  const put = (pattern: number, length: number): void => {
    pending = (pending << length) | pattern
    held += length
    for (; held >= 8; held -= 8) bits[at++] = pending >>> (held - 8)
    pending &= (1 << held) - 1
  }
  // The two indicators of a row, by cluster: rows, columns and error level, so that a reader can place any
  // scrap.
  const alto = Math.floor((filas - 1) / 3)
  const resto = NIVEL * 3 + ((filas - 1) % 3)
  const izquierda = [alto, resto, columnas - 1]
  const derecha = [columnas - 1, alto, resto]
  for (let fila = 0; fila < filas; fila++) {
    const cluster = fila % 3
    const base = cluster * PRIME
    const tercio = base + 30 * Math.floor(fila / 3)
    put(INICIO, 17)
    put(patrones[tercio + izquierda[cluster]!]!, 17)
    for (let c = fila * columnas, end = c + columnas; c < end; c++) put(patrones[base + words[c]!]!, 17)
    put(patrones[tercio + derecha[cluster]!]!, 17)
    put(FIN, 18)
    if (held > 0) put(0, 8 - held)
  }
  return { ancho, filas, columnas, bytesPorFila, bits }
}
