// Reads a PDF back by another hand (pdf-lib): the pages, their text as a reader would extract it, their fonts.
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { fromWinAnsi } from '../../src/pdf/fuentes/winansi'

export interface PaginaLeida {
  ancho: number
  alto: number
  /** The texts of the page in the order drawn, one blank between them. */
  texto: string
  imagenes: number
}

const plain = (literal: string): string => literal.replace(/\\([\\()])/g, '$1')

export async function readPdf(bytes: Uint8Array) {
  const documento = await PDFDocument.load(bytes, { updateMetadata: false })
  const paginas = documento.getPages().map((page): PaginaLeida => {
    const stream = page.node.Contents()
    if (!(stream instanceof PDFRawStream)) throw new Error('a page has no content stream')
    const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
    const shown = [...content.matchAll(/\(((?:[^\\()]|\\.)*)\) Tj/g)].map(([, text]) => plain(text!))
    return {
      ancho: page.getWidth(),
      alto: page.getHeight(),
      texto: fromWinAnsi(shown.join(' ')),
      imagenes: [...content.matchAll(/\/T Do/g)].length,
    }
  })
  const fuentes = documento.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
    .filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of('Font'))
    .map((dict) => ({
      nombre: String(dict.get(PDFName.of('BaseFont'))),
      codificacion: String(dict.get(PDFName.of('Encoding'))),
      anchos: dict.lookup(PDFName.of('Widths'), PDFArray).size(),
      embebida: dict.lookup(PDFName.of('FontDescriptor'), PDFDict).has(PDFName.of('FontFile2')),
    }))
  return { paginas, fuentes, titulo: documento.getTitle(), autor: documento.getAuthor() }
}

/**
 * The timbre as a printer of `dpi` lays it down: each dot takes the module below its centre. Read from the image and the
 * matrix in the file, with a quiet zone around.
 */
export async function printTimbre(bytes: Uint8Array, dpi: number, pagina = 0) {
  const documento = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = documento.getPages()[pagina]!
  const content = Buffer.from(decodePDFRawStream(page.node.Contents() as PDFRawStream).decode()).toString(
    'latin1',
  )
  const [a, b, c, d, e, f] = / ([-\d. ]+) cm \/T Do/
    .exec(content)![1]!
    .trim()
    .split(' ')
    .slice(-6)
    .map(Number) as number[]
  const image = page.node
    .Resources()!
    .lookup(PDFName.of('XObject'), PDFDict)
    .lookup(PDFName.of('T')) as PDFRawStream
  const [w, h] = ['Width', 'Height'].map((key) => Number(String(image.dict.get(PDFName.of(key))))) as [
    number,
    number,
  ]
  const mask = decodePDFRawStream(image).decode()
  const dot = 72 / dpi
  const [left, right] = [Math.min(e!, e! + a! + c!), Math.max(e!, e! + a! + c!)]
  const [low, high] = [Math.min(f!, f! + b! + d!), Math.max(f!, f! + b! + d!)]
  const borde = 12
  const col = Math.floor(left / dot + 0.01)
  const row = Math.floor((page.getHeight() - high) / dot + 0.01)
  const ancho = Math.round((right - left) / dot) + borde * 2
  const alto = Math.round((high - low) / dot) + borde * 2
  const grises = new Uint8Array(ancho * alto).fill(255)
  const det = a! * d! - b! * c!
  for (let y = 0; y < alto; y++) {
    for (let x = 0; x < ancho; x++) {
      const px = (col - borde + x + 0.5) * dot - e!
      const py = page.getHeight() - (row - borde + y + 0.5) * dot - f!
      const u = (d! * px - c! * py) / det
      const v = (a! * py - b! * px) / det
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      const [i, j] = [Math.floor(u * w), Math.floor((1 - v) * h)]
      if (mask[j * ((w + 7) >> 3) + (i >> 3)]! & (0x80 >> (i & 7))) grises[y * ancho + x] = 0
    }
  }
  return {
    ancho,
    alto,
    grises,
    modulo: Math.hypot(a!, b!) / w,
    anchoPt: right - left,
    altoPt: high - low,
    abajo: low,
  }
}
