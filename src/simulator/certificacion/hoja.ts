// The text of a PDF as a machine reads it (simulator §23.7): pages, and what is written on them by fonts of the usual encoding.

import { inflateSync } from 'node:zlib'

export interface Hoja {
  paginas: number
  /** As it is written, a line for each run of letters. */
  texto: string
  imagenes: number
}

/** A content stream is never longer. */
const CONTENIDO_MAX = 4 * 1024 * 1024
/** Streams that are read: a sample has one page. */
const CORRIENTES_MAX = 4

/** The content of a stream object; '' where it is none. */
function contentOf(pdf: Buffer, raw: string, id: string): string {
  const at = raw.search(new RegExp(`(?<!\\d)${id} 0 obj`))
  const stream = at < 0 ? -1 : raw.indexOf('stream', at)
  const end = stream < 0 ? -1 : raw.indexOf('endstream', stream)
  if (end < 0) return ''
  const from = stream + 'stream'.length + (raw[stream + 'stream'.length] === '\r' ? 2 : 1)
  const bytes = pdf.subarray(from, end)
  if (!raw.slice(at, stream).includes('/FlateDecode')) return bytes.toString('latin1')
  try {
    return inflateSync(bytes, { maxOutputLength: CONTENIDO_MAX }).toString('latin1')
  } catch {
    return ''
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
  return { paginas, texto: lines.join('\n'), imagenes: raw.match(/\/Subtype\s*\/Image/g)?.length ?? 0 }
}
