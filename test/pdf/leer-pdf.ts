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
