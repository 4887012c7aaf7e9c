// Reads a PNG (ISO/IEC 15948) into colours on white paper: every kind and depth, interlaced or not.
import { inflateSync } from 'node:zlib'
import { PIXELES_MAX, type Pixeles, refuse } from './imagen'

interface Cabecera {
  ancho: number
  alto: number
  bits: number
  clase: number
  entrelazado: boolean
}

const CANALES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const PROFUNDIDADES: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const broken = () => refuse('El PNG del logo está dañado')

/** A pass over the image: its first pixel and the steps to the next ones. */
type Pasada = readonly [x: number, y: number, dx: number, dy: number]

const ENTERA: readonly Pasada[] = [[0, 0, 1, 1]]
/** Adam7, the one interlacing there is (§8.2). */
const ADAM7: readonly Pasada[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

/** The pixels of a PNG, what is transparent laid on white. Throws `VALIDATION_ERROR`. */
export function readPng(bytes: Buffer): Pixeles {
  const trozos = readTrozos(bytes)
  const cabecera = readCabecera(trozos.get('IHDR')?.[0])
  const { ancho, alto, bits, clase, entrelazado } = cabecera
  const canales = CANALES[clase]!
  const pasadas = (entrelazado ? ADAM7 : ENTERA).flatMap(([x0, y0, dx, dy]) => {
    const [w, h] = [Math.ceil((ancho - x0) / dx), Math.ceil((alto - y0) / dy)]
    return w > 0 && h > 0 ? [{ x0, y0, dx, dy, w, h, porFila: Math.ceil((w * canales * bits) / 8) }] : []
  })
  const size = pasadas.reduce((sum, { h, porFila }) => sum + h * (porFila + 1), 0)
  const raw = inflate(Buffer.concat(trozos.get('IDAT') ?? []), size)
  const pixel = createPixel(raw, cabecera, trozos.get('PLTE')?.[0], trozos.get('tRNS')?.[0])

  const rgb = Buffer.alloc(ancho * alto * 3)
  let start = 0
  for (const { x0, y0, dx, dy, w, h, porFila } of pasadas) {
    unfilter(raw, start, h, porFila, Math.max(1, (canales * bits) >> 3))
    for (let y = 0; y < h; y++, start += porFila + 1) {
      for (let x = 0; x < w; x++) pixel(start + 1, x, rgb, ((y0 + y * dy) * ancho + x0 + x * dx) * 3)
    }
  }
  return { ancho, alto, rgb }
}

/** Writes pixel `x` of the row at `fila` into `rgb` at `out`, on white. */
function createPixel(raw: Buffer, { bits, clase }: Cabecera, paleta?: Buffer, claro?: Buffer) {
  const canales = CANALES[clase]!
  if (clase === 3 && !paleta) throw broken()
  if (claro && clase < 3 && claro.length < canales * 2) throw broken()
  const muestra = createMuestra(raw, bits)
  const max = bits === 16 ? 255 : 2 ** bits - 1
  const gris = clase === 0 || clase === 4
  const canalAlfa = clase === 4 ? 1 : clase === 6 ? 3 : null
  // The one colour that counts as transparent in the kinds without alpha.
  const llave =
    claro && clase < 3 ? Array.from({ length: canales }, (_, c) => claro.readUInt16BE(c * 2)) : null
  if (bits === 8 && clase !== 3 && !gris && !llave) {
    // What nearly every logo is, at a third of the time.
    return (fila: number, x: number, rgb: Buffer, out: number): void => {
      const from = fila + x * canales
      const alfa = canalAlfa === null ? 255 : raw[from + canalAlfa]!
      for (let c = 0; c < 3; c++) rgb[out + c] = 255 - Math.round(((255 - raw[from + c]!) * alfa) / 255)
    }
  }
  return (fila: number, x: number, rgb: Buffer, out: number): void => {
    const at = (c: number) => muestra(fila, x * canales + c)
    const i = at(0)
    if (clase === 3 && i * 3 + 2 >= paleta!.length) throw broken()
    let alfa = canalAlfa === null ? 255 : at(canalAlfa)
    if (clase === 3 && claro && i < claro.length) alfa = claro[i]!
    if (llave?.every((k, c) => (bits === 16 ? k >> 8 : k) === at(c))) alfa = 0
    for (let c = 0; c < 3; c++) {
      const level = clase === 3 ? paleta![i * 3 + c]! : Math.round((at(gris ? 0 : c) * 255) / max)
      rgb[out + c] = 255 - Math.round(((255 - level) * alfa) / 255)
    }
  }
}

function readTrozos(bytes: Buffer): Map<string, Buffer[]> {
  const trozos = new Map<string, Buffer[]>()
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const tipo = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) throw broken()
    trozos.set(tipo, [...(trozos.get(tipo) ?? []), bytes.subarray(at + 8, at + 8 + length)])
    at += 12 + length
  }
  return trozos
}

function readCabecera(ihdr: Buffer | undefined): Cabecera {
  if (!ihdr || ihdr.length < 13) throw broken()
  const [ancho, alto] = [ihdr.readUInt32BE(0), ihdr.readUInt32BE(4)]
  const [bits, clase, , , entrelazado] = ihdr.subarray(8) as unknown as number[]
  if (!PROFUNDIDADES[clase!]?.includes(bits!) || ancho * alto === 0) throw broken()
  if (ancho * alto > PIXELES_MAX) throw refuse('El logo admite hasta 4 millones de píxeles')
  return { ancho, alto, bits: bits!, clase: clase!, entrelazado: entrelazado === 1 }
}

/** Never more than the image needs, whatever the file would swell to. */
function inflate(datos: Buffer, size: number): Buffer {
  try {
    const raw = inflateSync(datos, { maxOutputLength: size + 1 })
    if (raw.length === size) return raw
  } catch {
    // The same fault as a wrong length.
  }
  throw broken()
}

/** Undoes the filter of each row of a pass in place (§9 of the standard). */
function unfilter(raw: Buffer, desde: number, alto: number, porFila: number, paso: number): void {
  for (let y = 0; y < alto; y++) {
    const start = desde + y * (porFila + 1) + 1
    const filtro = raw[start - 1]!
    if (filtro > 4) throw broken()
    if (filtro === 0) continue
    for (let i = 0; i < porFila; i++) {
      const a = i >= paso ? raw[start + i - paso]! : 0
      const b = y > 0 ? raw[start + i - porFila - 1]! : 0
      const c = i >= paso && y > 0 ? raw[start + i - paso - porFila - 1]! : 0
      const guess = filtro === 1 ? a : filtro === 2 ? b : filtro === 3 ? (a + b) >> 1 : paeth(a, b, c)
      raw[start + i] = raw[start + i]! + guess
    }
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/** The sample `i` of a row; of sixteen bits, the upper eight. */
function createMuestra(raw: Buffer, bits: number): (fila: number, i: number) => number {
  if (bits === 8) return (fila, i) => raw[fila + i]!
  if (bits === 16) return (fila, i) => raw[fila + i * 2]!
  const mask = 2 ** bits - 1
  return (fila, i) => (raw[fila + ((i * bits) >> 3)]! >> (8 - bits - ((i * bits) & 7))) & mask
}
