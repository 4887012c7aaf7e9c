// The text of a PDF, in its places: pdf.js runs no script of the file, draws nothing, loads no font and has no network (extraccion §2).

import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs'
import { FileFault } from './falla'
import { type Linea, linesOf, type Pieza } from './lineas'
import { type Matriz, times } from './matriz'

/** extraccion §1. */
export const PAGINAS_MAX = 30
/** Pieces of text; a dense page of a statement has some two thousand. */
const PIEZAS_MAX = 60_000

interface TextoPdf {
  paginas: number
  lineas: Linea[]
  /** Some of its text is not seen on the page: of a scan that a program has read, with its mistakes, or put there for readers like this. */
  oculto: boolean
  /** XML files inside of it. */
  xml: Uint8Array[]
}

/** The result of `read` on a PDF. Throws FileFault for what cannot be read, in words for a person. */
export async function openPdf<T>(
  bytes: Uint8Array,
  /** Pixels; larger pictures are not decoded. */
  maxImageSize: number,
  read: (pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize,
  })
  try {
    return await read(await task.promise)
  } catch (fault) {
    throw fault instanceof FileFault ? fault : faultOf(fault)
  } finally {
    await task.destroy()
  }
}

/** Throws FileFault. */
export const readPdf = (bytes: Uint8Array): Promise<TextoPdf> =>
  // Pictures are not looked at.
  openPdf(bytes, 1, async (pdf) => {
    if (pdf.numPages > PAGINAS_MAX)
      throw new FileFault(`El PDF tiene ${pdf.numPages} páginas y se leen hasta ${PAGINAS_MAX}`, pdf.numPages)
    const lineas: Linea[] = []
    let oculto = false
    let pieces = 0
    for (let pagina = 1; pagina <= pdf.numPages; pagina++) {
      const page = await pdf.getPage(pagina)
      const found: Pieza[] = []
      const hoja = page.getViewport({ scale: 1 })
      const reader = page.streamTextContent().getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        for (const item of value.items) {
          pieces++
          const pieza = 'str' in item ? pieceOf(item, hoja.transform) : null
          if (pieza && isLegible(pieza) && isWithin(pieza, hoja)) found.push(pieza)
        }
        if (pieces > PIEZAS_MAX) throw new FileFault('El PDF tiene demasiado texto', pdf.numPages)
      }
      lineas.push(...linesOf(found, pagina))
      oculto ||= found.length > 0 && (await hasHidden(page))
      page.cleanup()
    }
    return { paginas: pdf.numPages, lineas, oculto, xml: xmlIn(await pdf.getAttachments()) }
  })

/** Fewer letters are a mark of some program. */
const OCULTAS_MIN = 12
/** Neither filled nor drawn: what OCR writes over a picture. */
const INVISIBLES = [3, 7]

/** Whether a page has text that is drawn so that nobody sees it. */
async function hasHidden(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const saved: number[] = []
  let mode = 0
  let letters = 0
  for (const [i, fn] of fnArray.entries()) {
    if (fn === OPS.save) saved.push(mode)
    else if (fn === OPS.restore) mode = saved.pop() ?? 0
    else if (fn === OPS.setTextRenderingMode) mode = argsArray[i][0]
    else if (fn === OPS.showText && INVISIBLES.includes(mode)) letters += argsArray[i][0].length
    if (letters >= OCULTAS_MIN) return true
  }
  return false
}

/** As ZUGFeRD and Factur-X put their invoice into the paper's file. */
const xmlIn = (attachments: unknown): Uint8Array[] =>
  Object.values((attachments ?? {}) as Record<string, { filename?: string; content?: Uint8Array }>)
    .filter(({ filename = '' }) => filename.toLowerCase().endsWith('.xml'))
    .flatMap(({ content }) => content ?? [])

interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
}

/** Where it stands, from the left and from the top of the page as it is shown, turned or not; what is printed askew has no size. */
function pieceOf({ str, transform, width, height }: TextItem, hoja: readonly number[]): Pieza {
  const [a, b, , d, x, y] = times(hoja as Matriz, transform as unknown as Matriz)
  const upright = Math.abs(b) < Math.abs(a) * 0.1 && d < 0
  return { texto: str, x, y, ancho: width, alto: upright ? height || Math.abs(d) : 0 }
}

/** Points; what is smaller was not printed for people. What is printed askew has no size. */
const ALTO_MIN = 2
const isLegible = ({ alto }: Pieza): boolean => alto === 0 || alto >= ALTO_MIN

/** Text beside the page is invisible. */
const isWithin = ({ x, y }: Pieza, { width, height }: { width: number; height: number }): boolean =>
  x > -1 && x < width + 1 && y > -1 && y < height + 1

function faultOf(fault: unknown): FileFault {
  const name = fault instanceof Error ? fault.name : ''
  if (name === 'PasswordException')
    return new FileFault('El PDF está protegido con una clave: súbalo sin ella o complete los datos a mano')
  return new FileFault('El PDF está dañado y no se pudo leer')
}
