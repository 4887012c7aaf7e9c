// A page as a list of what is drawn on it, measured from its upper left corner in points; and its writing as a PDF
// content stream (ISO 32000-1 §8, §9). Layout and tests see the list, never operators.
import { type Cara, measure } from './fuentes/fuente'
import { toWinAnsi } from './fuentes/winansi'
import { pdfNumber, pdfString } from './objetos'

/** Grey from 0 (black) to 1, or red, green and blue. */
export type Color = number | readonly [number, number, number]

export interface Texto {
  x: number
  /** Baseline. */
  y: number
  cuerpo: number
  cara: Cara
  color: Color
  /** WinAnsi codes. */
  codes: string
  ancho: number
}

export interface Caja {
  x: number
  y: number
  ancho: number
  alto: number
  relleno?: Color
  borde?: Color
  grosor?: number
}

export interface Linea {
  x1: number
  y1: number
  x2: number
  y2: number
  color: Color
  grosor: number
}

/** The place of an image. */
export type Hueco = Pick<Caja, 'x' | 'y' | 'ancho' | 'alto'>

export interface Pagina {
  ancho: number
  alto: number
  textos: Texto[]
  cajas: Caja[]
  lineas: Linea[]
  /** A turned timbre reads from the bottom to the top of its place. */
  timbre: (Hueco & { girado?: boolean }) | null
  logo: Hueco | null
  marcaDeAgua: string | null
}

export const createPagina = (ancho: number, alto: number): Pagina => ({
  ancho,
  alto,
  textos: [],
  cajas: [],
  lineas: [],
  timbre: null,
  logo: null,
  marcaDeAgua: null,
})

export interface Estilo {
  cuerpo: number
  cara?: Cara
  color?: Color
  /** Where `x` stands in the text. */
  ancla?: 'izquierda' | 'centro' | 'derecha'
}

const NEGRO = 0.1
/** Clear space around the timbre, 0.25 inch (pdf §2.1). */
export const ZONA_QUIETA = 18

/** Sets one line of text with its baseline at `y`. */
export function putText(pagina: Pagina, text: string, x: number, y: number, estilo: Estilo): void {
  const { cuerpo, cara = 'normal', color = NEGRO, ancla = 'izquierda' } = estilo
  const codes = toWinAnsi(text)
  if (codes === '') return
  const ancho = measure(codes, cara, cuerpo)
  const left = ancla === 'izquierda' ? x : ancla === 'derecha' ? x - ancho : x - ancho / 2
  pagina.textos.push({ x: left, y, cuerpo, cara, color, codes, ancho })
}

/** A horizontal rule. */
export function putRule(
  pagina: Pagina,
  x1: number,
  x2: number,
  y: number,
  grosor = 0.5,
  color: Color = 0.72,
): void {
  pagina.lineas.push({ x1, y1: y, x2, y2: y, grosor, color })
}

const n = pdfNumber
/** A measure of the timbre, exact enough for its modules to fall on a printer's dots. */
const m = (value: number): string => String(Math.round(value * 10000) / 10000)

const paint = (color: Color, grey: string, rgb: string): string =>
  typeof color === 'number' ? `${n(color)} ${grey}` : `${color.map(n).join(' ')} ${rgb}`

/** The content stream of a page: names `/F0` and `/F1` for the faces, `/T` for the timbre, `/L` for the logo. */
export function contentOf(pagina: Pagina): string {
  const out: string[] = []
  const up = (y: number) => n(pagina.alto - y)
  if (pagina.marcaDeAgua) out.push(watermark(pagina, pagina.marcaDeAgua))
  for (const { x, y, ancho, alto, relleno, borde, grosor = 0.5 } of pagina.cajas) {
    const ink = [relleno === undefined ? '' : paint(relleno, 'g', 'rg')]
    if (borde !== undefined) ink.push(paint(borde, 'G', 'RG'), `${n(grosor)} w`)
    const finish = relleno === undefined ? 'S' : borde === undefined ? 'f' : 'B'
    out.push(`${ink.join(' ')} ${n(x)} ${up(y + alto)} ${n(ancho)} ${n(alto)} re ${finish}`)
  }
  for (const { x1, y1, x2, y2, color, grosor } of pagina.lineas) {
    out.push(`${paint(color, 'G', 'RG')} ${n(grosor)} w ${n(x1)} ${up(y1)} m ${n(x2)} ${up(y2)} l S`)
  }
  out.push(writeTexts(pagina))
  if (pagina.logo) {
    const { x, y, ancho, alto } = pagina.logo
    out.push(`q ${n(ancho)} 0 0 ${n(alto)} ${n(x)} ${up(y + alto)} cm /L Do Q`)
  }
  if (pagina.timbre) {
    const { x, y, ancho, alto, girado } = pagina.timbre
    const place = girado
      ? `0 ${m(alto)} ${m(-ancho)} 0 ${m(x + ancho)} ${m(pagina.alto - y - alto)}`
      : `${m(ancho)} 0 0 ${m(alto)} ${m(x)} ${m(pagina.alto - y - alto)}`
    // An image mask is painted in the fill colour: black, for the readers' sake.
    out.push(`q 0 g ${place} cm /T Do Q`)
  }
  return out.join('\n')
}

function writeTexts({ textos, alto }: Pagina): string {
  const out = ['BT']
  let font = ''
  let ink = ''
  for (const { x, y, cuerpo, cara, color, codes } of textos) {
    const nextFont = `/F${cara === 'normal' ? 0 : 1} ${n(cuerpo)} Tf`
    const nextInk = paint(color, 'g', 'rg')
    if (nextFont !== font) out.push(nextFont)
    if (nextInk !== ink) out.push(nextInk)
    font = nextFont
    ink = nextInk
    out.push(`1 0 0 1 ${n(x)} ${n(alto - y)} Tm ${pdfString(codes)} Tj`)
  }
  out.push('ET')
  return out.join('\n')
}

/**
 * Pale letters along the rising diagonal of the page, as large as fits; along a strip as often as they do. They leave the
 * timbre alone: what is void must still be read.
 */
function watermark({ ancho, alto: entero, timbre }: Pagina, text: string): string {
  const alto = timbre ? timbre.y - ZONA_QUIETA : entero
  const codes = toWinAnsi(text)
  const [cos, sin] = [Math.SQRT1_2, Math.SQRT1_2]
  const cuerpo = Math.min(120, Math.min(ancho, alto) / measure(codes, 'negrita', 1))
  const half = measure(codes, 'negrita', cuerpo) / 2
  const drop = cuerpo * 0.35
  const x = ancho / 2 - half * cos + drop * sin
  const turn = [cos, sin, -sin, cos].map((v) => v.toFixed(4)).join(' ')
  const veces = Math.max(1, Math.floor(alto / (ancho * 0.9)))
  const marcas = Array.from({ length: veces }, (_, i) => {
    const y = entero - (alto / veces) * (i + 0.5) - half * sin - drop * cos
    return `${turn} ${n(x)} ${n(y)} Tm ${pdfString(codes)} Tj`
  })
  // The outline is what a thermal head, which has no grey, prints of it.
  return `q BT 2 Tr 0.94 g 0.65 G 0.4 w /F1 ${n(cuerpo)} Tf ${marcas.join(' ')} ET Q`
}
