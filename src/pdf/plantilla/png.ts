// Reads the pixels of the PNG that `Bun.Image` writes: eight bits a sample, never interlaced (ISO/IEC 15948). Every other kind
// is turned into it by the decoder, which works outside the event loop.
import { inflateSync } from 'node:zlib'

/** An image in rows of red, green and blue. */
export interface Pixeles {
  ancho: number
  alto: number
  rgb: Buffer
}

/** Channels of truecolour without and with alpha. */
const CANALES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

/** The pixels, what is transparent laid on white paper. Throws on any other kind of PNG. */
export function readPixeles(png: Buffer): Pixeles {
  const [ancho, alto] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [bits, clase, , , entrelazado] = png.subarray(24) as unknown as number[]
  const canales = CANALES[clase!]
  if (!canales || bits !== 8 || entrelazado !== 0) throw new Error('not a PNG of plain truecolour')
  const porFila = ancho * canales
  const raw = inflateSync(datosOf(png))
  if (raw.length !== alto * (porFila + 1)) throw new Error('a PNG of another size than it says')

  const rgb = Buffer.alloc(ancho * alto * 3)
  let out = 0
  for (let y = 0; y < alto; y++) {
    const start = y * (porFila + 1) + 1
    unfilter(raw, start, porFila, canales, y === 0)
    for (let at = start; at < start + porFila; at += canales, out += 3) {
      const alfa = canales === 4 ? raw[at + 3]! : 255
      for (let c = 0; c < 3; c++) rgb[out + c] = 255 - Math.round(((255 - raw[at + c]!) * alfa) / 255)
    }
  }
  return { ancho, alto, rgb }
}

/** The compressed image: its chunks joined. */
function datosOf(png: Buffer): Buffer {
  const trozos: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') trozos.push(png.subarray(at + 8, at + 8 + length))
  }
  return Buffer.concat(trozos)
}

/** Undoes the filter of a row in place (ISO 15948 §9). */
function unfilter(raw: Buffer, start: number, porFila: number, paso: number, primera: boolean): void {
  const filtro = raw[start - 1]!
  if (filtro === 0) return
  for (let i = 0; i < porFila; i++) {
    const a = i >= paso ? raw[start + i - paso]! : 0
    const b = primera ? 0 : raw[start + i - porFila - 1]!
    const c = primera || i < paso ? 0 : raw[start + i - paso - porFila - 1]!
    const guess = filtro === 1 ? a : filtro === 2 ? b : filtro === 3 ? (a + b) >> 1 : paeth(a, b, c)
    raw[start + i] = raw[start + i]! + guess
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}
