// The pictures of a scan: a page that is one picture, made small and grey, as a PNG (extraccion §4). Nothing is drawn: what the file
// holds is decoded and no more.

import { OPS, type PDFPageProxy } from 'unpdf/pdfjs'
import { openPdf, PAGINAS_MAX } from './pdf-texto'
import { type Gris, pngOf } from './png'
import type { PaginasEscaneadas } from './tipos'

/** A page at 600 dots an inch; a larger one is not decoded. */
const PIXELES_MAX = 36_000_000
/** What is smaller is a logo. */
const LADO_MIN = 400
/** Enough to read print by. */
const LADO_MAX = 1800
/** All that is sent, extraccion §4. */
const BYTES_MAX = 8 * 1024 * 1024
/** Of the ten seconds that the thread has. */
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

/** The largest picture of a page; null where there is none that a page could be. */
async function pictureOf(page: PDFPageProxy): Promise<Uint8Array | null> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const area = (i: number): number => argsArray[i][1] * argsArray[i][2]
  const [largest] = [...fnArray.keys()]
    .filter(
      (i) => fnArray[i] === OPS.paintImageXObject && Math.min(argsArray[i][1], argsArray[i][2]) >= LADO_MIN,
    )
    .sort((a, b) => area(b) - area(a))
  if (largest === undefined) return null
  const name: string = argsArray[largest][0]
  const from = name.startsWith('g_') ? page.commonObjs : page.objs
  const imagen = await new Promise<Imagen | null>((resolve) => from.get(name, resolve))
  return imagen?.data ? pngOf(greyOf(imagen)) : null
}

/** Its light alone, of each square of as many pixels as make it small enough their mean. */
function greyOf({ width, height, data }: Imagen): Gris {
  const lado = Math.ceil(Math.max(width, height) / LADO_MAX)
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
