// Reads from the bytes of a PDF what stands where, as a person with a ruler would: texts with their size, face and place,
// boxes, rules and images. It knows operators of PDF (ISO 32000-1 §8, §9) and nothing of our layout; measures are millimetres
// from the upper left corner of the page.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRawStream,
} from 'pdf-lib'
import { fromWinAnsi } from '../../src/pdf/fuentes/winansi'

const MM = 25.4 / 72

export interface Zona {
  x: number
  y: number
  ancho: number
  alto: number
}

/** A line of text: its ink from the top of its capitals to the bottom of its descenders. */
export interface TextoMedido extends Zona {
  texto: string
  /** Size in points. */
  cuerpo: number
  fuente: string
  /** Grey or red, green and blue, as painted. */
  tinta: number[]
  /** Whether it runs across, as a mark does. */
  girado: boolean
}

export interface CajaMedida extends Zona {
  /** Width of the line in mm; null when it has no outline. */
  grosor: number | null
  tinta: number[]
  relleno: number[] | null
}

export interface ImagenMedida extends Zona {
  nombre: string
  /** Samples across and down. */
  columnas: number
  filas: number
  /** mm of a sample, along the image's own width. */
  modulo: number
  girada: boolean
}

export interface PaginaMedida {
  ancho: number
  alto: number
  textos: TextoMedido[]
  cajas: CajaMedida[]
  lineas: { x1: number; y1: number; x2: number; y2: number; grosor: number }[]
  imagenes: ImagenMedida[]
}

type Matriz = [number, number, number, number, number, number]

const times = ([a, b, c, d, e, f]: Matriz, [A, B, C, D, E, F]: Matriz): Matriz => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
]

export async function measurePdf(bytes: Uint8Array): Promise<PaginaMedida[]> {
  const documento = await PDFDocument.load(bytes, { updateMetadata: false })
  return documento.getPages().map(measurePage)
}

/** Name, advances by code and descent of each font of a page. */
function fontsOf(page: PDFPage) {
  const fonts = page.node.Resources()!.lookup(PDFName.of('Font'), PDFDict)
  return new Map(
    fonts.entries().map(([key, ref]) => {
      const font = page.doc.context.lookup(ref, PDFDict)
      const widths = font.lookup(PDFName.of('Widths'), PDFArray)
      const first = font.lookup(PDFName.of('FirstChar'), PDFNumber).asNumber()
      const advance = (code: number) => widths.lookup(code - first, PDFNumber).asNumber() / 1000
      return [key.asString(), { nombre: String(font.get(PDFName.of('BaseFont'))), advance }] as const
    }),
  )
}

const TOKEN = /\((?:[^\\()]|\\.)*\)|\/[^\s/[\]()<>]+|[-+]?[\d.]+|[A-Za-z*]+|[[\]]/g

function measurePage(page: PDFPage): PaginaMedida {
  const content = Buffer.from(decodePDFRawStream(page.node.Contents() as PDFRawStream).decode()).toString(
    'latin1',
  )
  const [pageWidth, pageHeight] = [page.getWidth(), page.getHeight()]
  const fonts = fontsOf(page)
  const out: PaginaMedida = {
    ancho: pageWidth * MM,
    alto: pageHeight * MM,
    textos: [],
    cajas: [],
    lineas: [],
    imagenes: [],
  }
  let state = {
    ctm: [1, 0, 0, 1, 0, 0] as Matriz,
    fill: [0],
    stroke: [0],
    grosor: 1,
    font: '',
    cuerpo: 0,
  }
  const saved: (typeof state)[] = []
  let tm: Matriz = [1, 0, 0, 1, 0, 0]
  let rects: [number, number, number, number][] = []
  let path: [number, number][] = []
  let stack: (number | string)[] = []

  const zone = (corners: [number, number][]): Zona => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const [left, top] = [Math.min(...xs), Math.max(...ys)]
    return {
      x: left * MM,
      y: (pageHeight - top) * MM,
      ancho: (Math.max(...xs) - left) * MM,
      alto: (top - Math.min(...ys)) * MM,
    }
  }
  const at = ([a, b, c, d, e, f]: Matriz, x: number, y: number): [number, number] => [
    a * x + c * y + e,
    b * x + d * y + f,
  ]
  const nums = (): number[] => stack.map(Number)

  function show(literal: string): void {
    const codes = literal.slice(1, -1).replace(/\\([\\()])/g, '$1')
    const { nombre, advance } = fonts.get(state.font)!
    const width = [...codes].reduce((w, c) => w + advance(c.charCodeAt(0)), 0) * state.cuerpo
    const m = times(tm, state.ctm)
    const [top, bottom] = [state.cuerpo * 0.7, -state.cuerpo * 0.2]
    const corners = [at(m, 0, bottom), at(m, width, bottom), at(m, width, top), at(m, 0, top)]
    out.textos.push({
      ...zone(corners),
      texto: fromWinAnsi(codes),
      cuerpo: state.cuerpo * Math.hypot(m[0], m[1]),
      fuente: nombre,
      tinta: state.fill,
      girado: m[1] !== 0,
    })
  }

  function draw(name: string): void {
    const image = page.node
      .Resources()!
      .lookup(PDFName.of('XObject'), PDFDict)
      .lookup(PDFName.of(name.slice(1))) as PDFRawStream
    const size = (key: string) => Number(String(image.dict.get(PDFName.of(key))))
    const m = state.ctm
    out.imagenes.push({
      ...zone([at(m, 0, 0), at(m, 1, 0), at(m, 1, 1), at(m, 0, 1)]),
      nombre: name,
      columnas: size('Width'),
      filas: size('Height'),
      modulo: (Math.hypot(m[0], m[1]) / size('Width')) * MM,
      girada: m[1] !== 0,
    })
  }

  function paintPath(fills: boolean, strokes: boolean): void {
    for (const [x, y, w, h] of rects) {
      out.cajas.push({
        ...zone([at(state.ctm, x, y), at(state.ctm, x + w, y + h)]),
        grosor: strokes ? state.grosor * MM : null,
        tinta: state.stroke,
        relleno: fills ? state.fill : null,
      })
    }
    for (let i = 1; i < path.length; i++) {
      const [[x1, y1], [x2, y2]] = [path[i - 1]!, path[i]!]
      const line = { x1: x1 * MM, y1: (pageHeight - y1) * MM, x2: x2 * MM, y2: (pageHeight - y2) * MM }
      out.lineas.push({ ...line, grosor: state.grosor * MM })
    }
    rects = []
    path = []
  }

  const operators: Record<string, () => void> = {
    q: () => saved.push({ ...state }),
    Q: () => {
      state = saved.pop()!
    },
    cm: () => {
      state.ctm = times(nums() as Matriz, state.ctm)
    },
    g: () => {
      state.fill = nums()
    },
    rg: () => {
      state.fill = nums()
    },
    G: () => {
      state.stroke = nums()
    },
    RG: () => {
      state.stroke = nums()
    },
    w: () => {
      state.grosor = nums()[0]!
    },
    Tf: () => {
      state.font = String(stack[0])
      state.cuerpo = Number(stack[1])
    },
    Tm: () => {
      tm = nums() as Matriz
    },
    Tj: () => show(String(stack[0])),
    Tr: () => {},
    BT: () => {},
    ET: () => {},
    re: () => rects.push(nums() as [number, number, number, number]),
    m: () => {
      path = [at(state.ctm, nums()[0]!, nums()[1]!)]
    },
    l: () => path.push(at(state.ctm, nums()[0]!, nums()[1]!)),
    S: () => paintPath(false, true),
    f: () => paintPath(true, false),
    B: () => paintPath(true, true),
    Do: () => draw(String(stack[0])),
  }
  for (const [token] of content.matchAll(TOKEN)) {
    if (!/^[A-Za-z*]+$/.test(token)) {
      stack.push(/^[(/]/.test(token) ? token : Number(token))
      continue
    }
    const operator = operators[token]
    if (!operator) throw new Error(`a PDF operator that this reader does not know: ${token}`)
    operator()
    stack = []
  }
  return out
}

/** Whether two zones meet, each grown by `aire` mm. */
export const meets = (a: Zona, b: Zona, aire = 0): boolean =>
  a.x - aire < b.x + b.ancho &&
  b.x < a.x + a.ancho + aire &&
  a.y - aire < b.y + b.alto &&
  b.y < a.y + a.alto + aire
