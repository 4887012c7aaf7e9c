// Pieces of text by where they stand: lines as an eye reads them, whatever order the file draws them in, and cells apart.

/** As the file draws it: `y` grows downwards, `alto` is 0 of what does not stand upright. */
export interface Pieza {
  texto: string
  x: number
  y: number
  ancho: number
  alto: number
}

/** Words that stand together. `x1` is the right end. */
export interface Celda {
  texto: string
  x0: number
  x1: number
  y: number
  alto: number
  pagina: number
}

/** Cells of one baseline, from the left. */
export interface Linea {
  y: number
  pagina: number
  celdas: Celda[]
}

/** Two pieces are of one line when their baselines are nearer than this part of their height. */
const MISMA_LINEA = 0.45
/** A gap of this part of the height is a blank; the wider one separates columns. */
const BLANCO = 0.15
const COLUMNA = 1.1

export function linesOf(piezas: readonly Pieza[], pagina: number): Linea[] {
  const upright = piezas.filter(({ texto, alto }) => alto > 0 && texto.trim() !== '')
  upright.sort((a, b) => a.y - b.y || a.x - b.x)
  const rows: Pieza[][] = []
  for (const pieza of upright) {
    const row = rows.at(-1)
    const near = row && pieza.y - row[0]!.y <= Math.max(pieza.alto, row[0]!.alto) * MISMA_LINEA
    if (near) row.push(pieza)
    else rows.push([pieza])
  }
  return rows.map((row) => ({ y: row[0]!.y, pagina, celdas: cellsOf(row, pagina) }))
}

function cellsOf(row: Pieza[], pagina: number): Celda[] {
  row.sort((a, b) => a.x - b.x)
  const cells: Celda[] = []
  for (const { texto, x, y, ancho, alto } of row) {
    const last = cells.at(-1)
    const gap = last ? x - last.x1 : Number.POSITIVE_INFINITY
    const em = last ? Math.min(alto, last.alto) : alto
    if (last && gap < em * COLUMNA) {
      // Drawn twice for a bold look.
      if (gap < -em && last.texto.endsWith(texto)) continue
      last.texto +=
        (gap > em * BLANCO && !last.texto.endsWith(' ') && !texto.startsWith(' ') ? ' ' : '') + texto
      last.x1 = Math.max(last.x1, x + ancho)
    } else cells.push({ texto, x0: x, x1: x + ancho, y, alto, pagina })
  }
  for (const cell of cells) cell.texto = oneBlank(cell.texto)
  return cells.filter(({ texto }) => texto !== '')
}

/** Blanks and control characters of every kind made one blank, letters that a font joins taken apart, marks that turn writing about dropped. */
export const oneBlank = (texto: string): string => bareLine(texto.normalize('NFKC'))

/** The same of data, which no font drew: № stays №, and is not made No. */
export const oneBlankOfData = (texto: string): string => bareLine(texto.normalize('NFC'))

const bareLine = (texto: string): string =>
  texto
    .replace(/[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replace(/[\s\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()

/** The text for a reader without eyes: a line a line, columns apart by three blanks, pages by an empty line. */
export function textOf(lineas: readonly Linea[]): string {
  let pagina = lineas[0]?.pagina
  return lineas
    .map((linea) => {
      const head = linea.pagina === pagina ? '' : '\n'
      pagina = linea.pagina
      return head + linea.celdas.map(({ texto }) => texto).join('   ')
    })
    .join('\n')
}
