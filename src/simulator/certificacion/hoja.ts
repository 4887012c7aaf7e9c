// A PDF as a machine reads it (simulator §23.7): pages, what is written on them by fonts of the usual encoding, and images of one bit a dot.

import { inflateSync } from 'node:zlib'
import type { Mapa } from './codigo-barras'

export interface Hoja {
  paginas: number
  /** As it is written, a line for each run of letters. */
  texto: string
  imagenes: Mapa[]
}

/** A content stream is never longer. */
const CONTENIDO_MAX = 4 * 1024 * 1024
/** Streams that are read: a sample has one page. */
const CORRIENTES_MAX = 4

/** Dots of an image at most, and images that are read. */
const IMAGEN_MAX = 4_000_000
const IMAGENES_MAX = 4

/** The bytes of the stream whose object begins at `at`; null where it is none. */
function streamAt(pdf: Buffer, raw: string, at: number): Buffer | null {
  const stream = at < 0 ? -1 : raw.indexOf('stream', at)
  const end = stream < 0 ? -1 : raw.indexOf('endstream', stream)
  if (end < 0) return null
  const from = stream + 'stream'.length + (raw[stream + 'stream'.length] === '\r' ? 2 : 1)
  const bytes = pdf.subarray(from, end)
  if (!raw.slice(at, stream).includes('/FlateDecode')) return bytes
  try {
    return inflateSync(bytes, { maxOutputLength: CONTENIDO_MAX })
  } catch {
    return null
  }
}

const contentOf = (pdf: Buffer, raw: string, id: string): string =>
  streamAt(pdf, raw, raw.search(new RegExp(`(?<!\\d)${id} 0 obj`)))?.toString('latin1') ?? ''

/** The images of one bit a dot: painted where a mask's bit is 0, dark where an image's is, or the other way where `Decode` says so. */
function* imagesOf(pdf: Buffer, raw: string): Generator<Mapa> {
  for (const { index } of raw.matchAll(/\/Subtype\s*\/Image\b/g)) {
    const at = raw.lastIndexOf(' obj', index)
    const dict = raw.slice(at, raw.indexOf('stream', index))
    const [ancho, alto, depth] = ['Width', 'Height', 'BitsPerComponent'].map((name) =>
      Number(new RegExp(`/${name}\\s+(\\d{1,5})`).exec(dict)?.[1] ?? 0),
    ) as [number, number, number]
    if (depth !== 1 || !ancho || !alto || ancho * alto > IMAGEN_MAX) continue
    const bits = streamAt(pdf, raw, at)
    const oscuro = /\/Decode\s*\[\s*1/.test(dict) ? 1 : 0
    if (bits && bits.length >= ((ancho + 7) >> 3) * alto) yield { ancho, alto, bits, oscuro }
  }
}

const plainOf = (text: string): string => text.replace(/\\([\\()])/g, '$1')

/** Reads a file; null when it is no PDF. */
export function readHoja(pdf: Buffer): Hoja | null {
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) return null
  const raw = pdf.toString('latin1')
  const paginas = raw.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
  const shown = [...new Set([...raw.matchAll(/\/Contents\s+(\d{1,7}) 0 R/g)].map((match) => match[1]!))]
  const lines = shown
    .slice(0, CORRIENTES_MAX)
    .flatMap((id) => [...contentOf(pdf, raw, id).matchAll(/\(((?:\\.|[^\\()])*)\)\s*Tj/g)])
    .map(([, text]) => plainOf(text!))
  return { paginas, texto: lines.join('\n'), imagenes: [...imagesOf(pdf, raw).take(IMAGENES_MAX)] }
}
