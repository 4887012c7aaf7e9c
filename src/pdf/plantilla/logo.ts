// A company's logo, made ready once for every document that bears it: PNG decoded, laid on white and made small; JPEG as it
// is, which PDF takes (ISO 32000-1 §7.4.8).
import { deflateSync } from 'node:zlib'
import { AppError } from '../../domain/errors'
import { PIXELES_MAX, type Pixeles, refuse } from './imagen'
import { readPng } from './png'

/** An image ready to be embedded: the entries of its dictionary and its bytes. */
export interface Logo {
  /** Pixels. */
  ancho: number
  alto: number
  dict: string
  datos: Uint8Array
}

const BYTES_MAX = 1024 * 1024
/** Dots enough for 30 mm at 300 dpi and more. */
const LADO_MAX = 600

/** Prepares a logo. Throws `VALIDATION_ERROR` when it is no PNG or JPEG of at most 1 MiB, and `PAYLOAD_TOO_LARGE` beyond it. */
export function prepareLogo(archivo: Uint8Array): Logo {
  if (archivo.length > BYTES_MAX) throw new AppError('PAYLOAD_TOO_LARGE', 'El logo admite hasta 1 MiB')
  const bytes = Buffer.from(archivo.buffer, archivo.byteOffset, archivo.length)
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return ofPng(bytes)
  if (bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8) return ofJpeg(bytes)
  throw refuse('El logo debe ser una imagen PNG o JPEG')
}

const dictOf = (ancho: number, alto: number, espacio: string, filtro: string): string =>
  `/Type/XObject/Subtype/Image/Width ${ancho}/Height ${alto}/BitsPerComponent 8/ColorSpace/${espacio}/Filter/${filtro}`

function ofPng(bytes: Buffer): Logo {
  const { ancho, alto, rgb } = shrink(readPng(bytes))
  return {
    ancho,
    alto,
    dict: dictOf(ancho, alto, 'DeviceRGB', 'FlateDecode'),
    datos: deflateSync(rgb, { level: 9 }),
  }
}

/** Averages whole squares of pixels until no side is longer than `LADO_MAX`. */
function shrink(image: Pixeles): Pixeles {
  const factor = Math.ceil(Math.max(image.ancho, image.alto) / LADO_MAX)
  if (factor === 1) return image
  const ancho = Math.max(1, Math.floor(image.ancho / factor))
  const alto = Math.max(1, Math.floor(image.alto / factor))
  const rgb = Buffer.alloc(ancho * alto * 3)
  // A side shorter than the factor has fewer pixels to average.
  const [w, h] = [Math.min(factor, image.ancho), Math.min(factor, image.alto)]
  for (let y = 0; y < alto; y++) {
    for (let x = 0; x < ancho; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = 0; j < h; j++) {
          let at = ((y * factor + j) * image.ancho + x * factor) * 3 + c
          for (let i = 0; i < w; i++, at += 3) sum += image.rgb[at]!
        }
        rgb[(y * ancho + x) * 3 + c] = Math.round(sum / (w * h))
      }
    }
  }
  return { ancho, alto, rgb }
}

const ESPACIOS: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** Reads the frame header (ITU-T T.81 §B.2.2); the picture itself is passed on as it came. */
function ofJpeg(bytes: Buffer): Logo {
  let adobe = false
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xee && bytes.toString('latin1', at + 4, at + 9) === 'Adobe') adobe = true
    // SOF0 to SOF2: baseline, extended and progressive, the ones that PDF knows.
    if (marker >= 0xc0 && marker <= 0xc2 && at + 10 <= bytes.length) {
      const [alto, ancho] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      const espacio = ESPACIOS[bytes[at + 9]!]
      if (!espacio || bytes[at + 4] !== 8 || ancho * alto === 0) break
      if (ancho * alto > PIXELES_MAX) throw refuse('El logo admite hasta 4 millones de píxeles')
      if (bytes.lastIndexOf('\xff\xd9', bytes.length, 'latin1') < at) break
      // Adobe writes its CMYK inverted.
      const decode = espacio === 'DeviceCMYK' && adobe ? '/Decode[1 0 1 0 1 0 1 0]' : ''
      return { ancho, alto, dict: dictOf(ancho, alto, espacio, 'DCTDecode') + decode, datos: bytes }
    }
    if (marker === 0xda || length < 2) break
    at += 2 + length
  }
  throw refuse('El JPEG del logo está dañado o es de una clase que los lectores de PDF no admiten')
}
