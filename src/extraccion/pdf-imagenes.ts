// The pictures of a scan: a page that is one picture, or strips of one, made small and grey, as a PNG (extraccion §4). Nothing is drawn: what the file
// holds is decoded and no more.

import { OPS, type PDFPageProxy } from 'unpdf/pdfjs'
import { type Matriz, times } from './matriz'
import { openPdf, PAGINAS_MAX } from './pdf-texto'
import { type Gris, pngOf } from './png'
import type { PaginasEscaneadas } from './tipos'

/** A page at 600 dots an inch; a larger one is not decoded. */
const PIXELES_MAX = 36_000_000
/** A smaller picture is a logo. */
const LADO_MIN = 400
/** Enough to read print by. */
const LADO_MAX = 1800
/** All that is sent, extraccion §4. */
const BYTES_MAX = 8 * 1024 * 1024
/** How much of the thread's ten seconds the pictures may take. */
const PLAZO_MS = 8000

/** The pictures of the pages that are one, in their order, and the pages that are none or did not fit. Throws FileFault. */
export async function readImagenes(bytes: Uint8Array): Promise<PaginasEscaneadas> {
  const until = performance.now() + PLAZO_MS
  return await openPdf(bytes, PIXELES_MAX, async (pdf) => {
    const imagenes: Uint8Array[] = []
    const omitidas: number[] = []
    let total = 0
    for (let n = 1; n <= Math.min(pdf.numPages, PAGINAS_MAX); n++) {
      const late = performance.now() > until || total >= BYTES_MAX
      const page = late ? null : await pdf.getPage(n)
      const imagen = page && (await pictureOf(page))
      page?.cleanup()
      if (imagen && total + imagen.length <= BYTES_MAX) {
        imagenes.push(imagen)
        total += imagen.length
      } else omitidas.push(n)
    }
    return { imagenes, omitidas }
  })
}

interface Imagen {
  width: number
  height: number
  /** One bit, three bytes or four bytes a pixel; rows of bits begin at a byte. */
  data: Uint8Array | Uint8ClampedArray
}

/**
 * A share of the largest picture's area: another picture this large is a part of the page that would be left
 * out.
 */
const PARTE = 1 / 3

/** A picture of a page, and where its left edge and its top are drawn, in points. */
interface Puesta {
  name: string
  width: number
  height: number
  x: number
  y: number
}

/** The page as one picture: its largest, or the strips that a scanner cut it into; null where there is none, or it is made of other parts. */
async function pictureOf(page: PDFPageProxy): Promise<Uint8Array | null> {
  const all = picturesIn(await page.getOperatorList()).sort((a, b) => areaOf(b) - areaOf(a))
  // All are decoded by now or will be, whatever is made of them: who answered before would have them inflate with nobody looking.
  const decoded = new Map<string, Imagen | null>()
  for (const { name } of all) {
    const from = name.startsWith('g_') ? page.commonObjs : page.objs
    if (!decoded.has(name)) decoded.set(name, await new Promise((resolve) => from.get(name, resolve)))
  }
  const [largest] = all
  if (!largest || largest.width < LADO_MIN) return null
  const isStrip = ({ width, x }: Puesta): boolean => width === largest.width && Math.abs(x - largest.x) < 1
  const strips = all.filter(isStrip).sort((a, b) => b.y - a.y)
  const alto = strips.reduce((sum, { height }) => sum + height, 0)
  const rest = all.filter((one) => !isStrip(one))
  const isApart = new Set(strips.map(({ y }) => Math.round(y))).size === strips.length
  if (alto < LADO_MIN || alto * largest.width > PIXELES_MAX || !isApart) return null
  if (rest.some((one) => areaOf(one) > alto * largest.width * PARTE)) return null
  const lado = Math.ceil(Math.max(largest.width, alto) / LADO_MAX)
  const grises: Gris[] = []
  for (const { name } of strips) {
    const imagen = decoded.get(name)
    if (!imagen?.data) return null
    grises.push(greyOf(imagen, lado))
  }
  return pngOf({
    ancho: grises[0]!.ancho,
    alto: grises.reduce((sum, one) => sum + one.alto, 0),
    data: Buffer.concat(grises.map(({ data }) => data)),
  })
}

const areaOf = ({ width, height }: Puesta): number => width * height

/** In the order in which they are drawn. */
function picturesIn({ fnArray, argsArray }: Awaited<ReturnType<PDFPageProxy['getOperatorList']>>): Puesta[] {
  const found: Puesta[] = []
  const saved: Matriz[] = []
  let now: Matriz = [1, 0, 0, 1, 0, 0]
  for (const [i, fn] of fnArray.entries()) {
    const args = argsArray[i]
    if (fn === OPS.save || fn === OPS.paintFormXObjectBegin) saved.push(now)
    if (fn === OPS.restore || fn === OPS.paintFormXObjectEnd) now = saved.pop() ?? now
    if (fn === OPS.transform) now = times(now, args)
    if (fn === OPS.paintFormXObjectBegin && args[0]) now = times(now, args[0])
    if (fn !== OPS.paintImageXObject) continue
    const [name, width, height] = args
    found.push({ name, width, height, x: now[4], y: Math.max(now[5], now[5] + now[3]) })
  }
  return found
}

/** Its light alone, of each square of `lado` pixels their mean. */
function greyOf({ width, height, data }: Imagen, lado: number): Gris {
  const [ancho, alto] = [Math.floor(width / lado), Math.floor(height / lado)]
  const grey = new Uint8Array(ancho * alto)
  const canales = Math.round(data.length / (width * height))
  const row = (width + 7) >> 3
  const at = (x: number, y: number): number => {
    if (canales < 1) return data[y * row + (x >> 3)]! & (0x80 >> (x & 7)) ? 255 : 0
    const i = (y * width + x) * canales
    return canales < 3 ? data[i]! : (data[i]! * 299 + data[i + 1]! * 587 + data[i + 2]! * 114) / 1000
  }
  for (let y = 0; y < alto; y++) {
    for (let x = 0; x < ancho; x++) {
      let light = 0
      for (let dy = 0; dy < lado; dy++)
        for (let dx = 0; dx < lado; dx++) light += at(x * lado + dx, y * lado + dy)
      grey[y * ancho + x] = light / (lado * lado)
    }
  }
  return { ancho, alto, data: grey }
}
