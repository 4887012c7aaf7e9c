// Reads a PDF417 back from the image that a page prints (ISO/IEC 15438; simulator §23.7): an image without noise, so nothing is mended.
// The patterns are the standard's table; how they are read is of the simulator's own.

import { readPatrones } from '../../base/pdf417-patrones'

/** Dots of one bit, rows packed from the left into whole bytes. */
export interface Mapa {
  ancho: number
  alto: number
  bits: Uint8Array
  /** The bit of a dark dot. */
  oscuro: 0 | 1
}

const PRIME = 929
const INICIO = [8, 1, 1, 1, 1, 1, 1, 3]
const FIN = [7, 1, 1, 3, 1, 1, 1, 2]
const MODULOS = 17
const BYTES = 901
const BYTES_X6 = 924
/** Values beyond it are no data: pads and changes of mode. */
const DATO_MAX = 899

let known: Map<number, number> | undefined

/** By pattern, its cluster times 929 and its value. */
function patterns(): Map<number, number> {
  known ??= new Map([...readPatrones()].map((bits, i) => [bits, i]))
  return known
}

/** Lengths of a row's runs, the first one dark. */
function runsOf({ ancho, bits, oscuro }: Mapa, fila: number): number[] {
  const stride = (ancho + 7) >> 3
  const runs: number[] = []
  let dark = false
  for (let x = 0; x < ancho; x++) {
    const bit = (bits[fila * stride + (x >> 3)]! >> (7 - (x & 7))) & 1
    if ((bit === oscuro) === dark && runs.length) runs[runs.length - 1]!++
    else if (bit === oscuro || runs.length) {
      runs.push(1)
      dark = bit === oscuro
    }
  }
  return runs
}

/** Eight runs in modules; null where they are no seventeen of them. */
function modulesAt(runs: readonly number[], at: number): number[] | null {
  const eight = runs.slice(at, at + 8)
  const size = eight.reduce((sum, run) => sum + run, 0) / MODULOS
  const modules = eight.map((run) => Math.round(run / size))
  return modules.reduce((sum, one) => sum + one, 0) === MODULOS ? modules : null
}

const same = (a: readonly number[] | null, b: readonly number[]): boolean =>
  a !== null && b.every((one, i) => one === a[i])

/** The codewords of a row of dots as places in the table; null where a row of a symbol is not read. */
function wordsOf(runs: readonly number[]): number[] | null {
  let at = 0
  while (at + 8 <= runs.length && !same(modulesAt(runs, at), INICIO)) at += 2
  const words: number[] = []
  for (at += 8; at + 8 <= runs.length; at += 8) {
    const modules = modulesAt(runs, at)
    if (modules === null) return null
    if (same(modules, FIN)) return words.length > 2 ? words : null
    const bits = modules.reduce((sum, one, i) => (sum << one) | (i % 2 ? 0 : 2 ** one - 1), 0)
    const word = patterns().get(bits)
    if (word === undefined) return null
    words.push(word)
  }
  return null
}

/** The rows of codewords by their number, each with both of its indicators. */
function rowsOf(mapa: Mapa): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (let y = 0; y < mapa.alto; y++) {
    const words = wordsOf(runsOf(mapa, y))
    if (!words) continue
    const cluster = Math.floor(words[0]! / PRIME)
    if (words.some((word) => Math.floor(word / PRIME) !== cluster)) continue
    const values = words.map((word) => word % PRIME)
    rows.set(3 * Math.floor(values[0]! / 30) + cluster, values)
  }
  return rows
}

/** Whether the words of correction are those of the data. */
function isSound(words: readonly number[], corrections: number): boolean {
  for (let i = 1, root = 3; i <= corrections; i++, root = (root * 3) % PRIME) {
    let sum = 0
    for (const word of words) sum = (sum * root + word) % PRIME
    if (sum !== 0) return false
  }
  return true
}

/** Bytes of the data words; null for another mode than that of bytes. */
function bytesOf(data: readonly number[]): Buffer | null {
  const [, mode] = data
  if (mode !== BYTES && mode !== BYTES_X6) return null
  const end = data.findIndex((word, i) => i > 1 && word > DATO_MAX)
  const words = data.slice(2, end < 0 ? data.length : end)
  const out: number[] = []
  let at = 0
  for (; mode === BYTES_X6 ? at + 5 <= words.length : at + 5 < words.length; at += 5) {
    let value = words.slice(at, at + 5).reduce((sum, word) => sum * 900 + word, 0)
    const six: number[] = []
    for (let i = 0; i < 6; i++, value = Math.floor(value / 256)) six.unshift(value % 256)
    out.push(...six)
  }
  return Buffer.from([...out, ...words.slice(at)])
}

/** The bytes of the symbol in an image; null where there is none, or it is not read whole. */
export function readCodigo(mapa: Mapa): Buffer | null {
  const rows = rowsOf(mapa)
  const told = [0, 1, 2].flatMap((row) => rows.get(row)?.slice(0, 1) ?? [])
  if (told.length < 3) return null
  // The first three rows tell how many there are, the level of correction and the columns.
  const [a, b, c] = told.map((word) => word % 30) as [number, number, number]
  const [filas, columnas, corrections] = [3 * a + (b % 3) + 1, c + 1, 2 ** (Math.floor(b / 3) + 1)]
  const whole = Array.from({ length: filas }, (_, i) => rows.get(i))
  if (whole.some((row) => row?.length !== columnas + 2)) return null
  const words = whole.flatMap((row) => row!.slice(1, -1))
  const data = words.slice(0, words.length - corrections)
  return data[0] === data.length && isSound(words, corrections) ? bytesOf(data) : null
}
