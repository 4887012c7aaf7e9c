// A company's logo, made ready once at upload for every document that will bear it: decoded to the end, laid on white, made
// small. What cannot be printed is refused here, never at printing.
import { deflateSync } from 'node:zlib'
import { AppError } from '../../domain/errors'
import { bareJpeg, isWholeJpeg } from './jpeg'
import { type Pixeles, readPixeles } from './png'

/** An image ready to be embedded: the entries of its dictionary and its bytes. */
export interface Logo {
  /** Pixels. */
  ancho: number
  alto: number
  dict: string
  datos: Uint8Array
}

/** A logo and what its file was. */
export interface LogoPreparado {
  tipo: 'image/png' | 'image/jpeg'
  /** The width of the file, in pixels. */
  ancho: number
  alto: number
  logo: Logo
}

const BYTES_MAX = 1024 * 1024
/** More would hold a processor for seconds; paper shows no more than 600 by side. */
const PIXELES_MAX = 4_000_000
/** Dots enough for 30 mm at 300 dpi and more. */
const LADO_MAX = 600
/** A drawing deflates to less; what does not is a photograph, which is smaller as JPEG and looks the same. */
const DIBUJO_MAX = 40_000
const CALIDAD = 88

const FIRMAS = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
] as const

/**
 * Prepares a logo. Throws `VALIDATION_ERROR` when it is no PNG or JPEG that can be drawn whole, and `PAYLOAD_TOO_LARGE`
 * beyond 1 MiB.
 */
export async function prepareLogo(archivo: Uint8Array): Promise<LogoPreparado> {
  if (archivo.length > BYTES_MAX) throw new AppError('PAYLOAD_TOO_LARGE', 'El logo admite hasta 1 MiB')
  const bytes = Buffer.from(archivo)
  const tipo = FIRMAS.find(([, firma]) => bytes.toString('latin1', 0, firma.length) === firma)?.[0]
  if (!tipo) throw refuse(isSvg(bytes) ? SVG : 'El logo debe ser una imagen PNG o JPEG')
  if (tipo === 'image/jpeg' && !isWholeJpeg(bytes)) throw broken(tipo)
  try {
    // Kept in `imagen`, its size is that of the file.
    const imagen = open(bytes)
    const { width, height } = await imagen.metadata()
    const logo = tipo === 'image/jpeg' ? await ofPhoto(open(bytes)) : await ofDrawing(open(bytes))
    return { tipo, ancho: width, alto: height, logo }
  } catch (cause) {
    throw (cause as { code?: string }).code === 'ERR_IMAGE_TOO_MANY_PIXELS'
      ? refuse('El logo admite hasta 4 millones de píxeles', cause)
      : broken(tipo, cause)
  }
}

const SVG = 'El logo no puede ser SVG, que admite programas; expórtelo como PNG'
const isSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))

const refuse = (mensaje: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_ERROR', mensaje, {
    detalles: [{ campo: 'archivo', regla: 'imagen', mensaje }],
    cause,
  })
const broken = (tipo: LogoPreparado['tipo'], cause?: unknown): AppError =>
  refuse(`El ${tipo === 'image/png' ? 'PNG' : 'JPEG'} del logo está dañado o incompleto`, cause)

// The limit is checked on the header, before any memory is taken. A camera's rotation is applied.
const open = (bytes: Buffer): Bun.Image => new Bun.Image(bytes, { maxPixels: PIXELES_MAX })

const shrunk = (imagen: Bun.Image): Bun.Image =>
  imagen.resize(LADO_MAX, LADO_MAX, { fit: 'inside', withoutEnlargement: true, filter: 'box' })

const dictOf = (ancho: number, alto: number, filtro: string): string =>
  `/Type/XObject/Subtype/Image/Width ${ancho}/Height ${alto}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/${filtro}`

/** Every pixel as it is. */
async function ofDrawing(imagen: Bun.Image): Promise<Logo> {
  const pixeles = readPixeles(await shrunk(imagen).png({ compressionLevel: 1 }).buffer())
  const datos = deflateSync(pixeles.rgb, { level: 9 })
  if (datos.length > DIBUJO_MAX) return ofPhoto(open(bmpOf(pixeles)))
  const { ancho, alto } = pixeles
  return { ancho, alto, dict: dictOf(ancho, alto, 'FlateDecode'), datos }
}

/** Three colours whatever the file had: what is grey or made for a press (CMYK) is turned into them. */
async function ofPhoto(imagen: Bun.Image): Promise<Logo> {
  const datos = bareJpeg(await shrunk(imagen).jpeg({ quality: CALIDAD }).buffer())
  const { width: ancho, height: alto } = await open(datos).metadata()
  return { ancho, alto, dict: dictOf(ancho, alto, 'DCTDecode'), datos }
}

/** Pixels as a BMP of 24 bits: rows from the bottom, blue first, each filled up to four bytes. */
function bmpOf({ ancho, alto, rgb }: Pixeles): Buffer {
  const porFila = (ancho * 3 + 3) & ~3
  const bmp = Buffer.alloc(54 + porFila * alto)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(ancho, 18)
  bmp.writeInt32LE(alto, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  for (let y = 0; y < alto; y++) {
    let out = 54 + (alto - 1 - y) * porFila
    for (let at = y * ancho * 3; at < (y + 1) * ancho * 3; at += 3, out += 3) {
      bmp[out] = rgb[at + 2]!
      bmp[out + 1] = rgb[at + 1]!
      bmp[out + 2] = rgb[at]!
    }
  }
  return bmp
}
