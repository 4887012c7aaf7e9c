// A table on the letter page: a shaded head, rows of wrapped cells with thin rules between them.

import type { Renglon } from '../flujo'
import { type Cara, wrap } from '../fuentes/fuente'
import { type Color, putRule, putText } from '../lienzo'
import { type Aire, ANCHO, DERECHA, IZQUIERDA, RAYA_TENUE, TINTA } from './medidas'
import type { Tema } from './tema'

export interface Columna {
  titulo: string
  x: number
  ancho: number
  derecha?: boolean
}

/** Lines of one cell, already wrapped to their column. */
export interface LineaCelda {
  codes: string
  cuerpo: number
  paso: number
  cara?: Cara
  color?: Color
}

const AIRE = 6
const CABEZA = { alto: 9, cuerpo: 7.5 }

/** Places columns side by side: widths in points, exactly one 0 takes what the others leave. */
export function createColumnas(
  medidas: readonly { titulo: string; ancho: number; derecha?: boolean }[],
): Columna[] {
  const fixed = medidas.reduce((sum, { ancho }) => sum + ancho, 0) + AIRE * 2 * medidas.length
  let x = IZQUIERDA + AIRE
  return medidas.map((medida) => {
    const ancho = medida.ancho === 0 ? ANCHO - fixed : medida.ancho
    const columna = { ...medida, x, ancho }
    x += ancho + AIRE * 2
    return columna
  })
}

/** The shaded head of a table. */
export function cabezaTabla(columnas: readonly Columna[], tema: Tema, { fila: margen }: Aire): Renglon {
  const alto = CABEZA.alto + margen * 2
  return {
    alto: alto + margen / 2,
    paint(pagina, y) {
      pagina.cajas.push({ x: IZQUIERDA, y, ancho: ANCHO, alto, relleno: tema.fondo })
      for (const { titulo, x, ancho, derecha } of columnas) {
        putText(pagina, titulo, derecha ? x + ancho : x, y + alto / 2 + 2.8, {
          cuerpo: CABEZA.cuerpo,
          cara: 'negrita',
          color: tema.acento,
          ancla: derecha ? 'derecha' : 'izquierda',
        })
      }
    },
  }
}

/** Wraps a text for a cell of a column. */
export function celda(text: string, columna: Columna, cuerpo: number, estilo: Partial<LineaCelda> = {}) {
  const { cara = 'normal', color = TINTA, paso = cuerpo + 2.5 } = estilo
  return wrap(text, cara, cuerpo, columna.ancho).map((codes) => ({ codes, cuerpo, paso, cara, color }))
}

/**
 * A row of a table as renglones, one a line of its highest cell, so that a row higher than a page can be split. Cells
 * stand in the order of `columnas`, with `margen` above and below.
 */
export function filaTabla(
  columnas: readonly Columna[],
  celdas: readonly (readonly LineaCelda[])[],
  { fila: margen, interlinea }: Aire,
): Renglon[] {
  const lines = Math.max(1, ...celdas.map((c) => c.length))
  const renglones: Renglon[] = []
  for (let i = 0; i < lines; i++) {
    const alto = Math.max(...celdas.map((c) => c[i]?.paso ?? 0)) - interlinea
    const [first, last] = [i === 0, i === lines - 1]
    const above = first ? margen : 0
    renglones.push({
      alto: alto + above + (last ? margen : 0),
      paint(pagina, y) {
        celdas.forEach((lineas, c) => {
          const linea = lineas[i]
          if (!linea) return
          const { x, ancho, derecha } = columnas[c]!
          putText(pagina, linea.codes, derecha ? x + ancho : x, y + above + alto - 3 + interlinea / 2, {
            ...linea,
            ancla: derecha ? 'derecha' : 'izquierda',
          })
        })
        if (last) putRule(pagina, IZQUIERDA, DERECHA, y + above + alto + margen, 0.4, RAYA_TENUE)
      },
    })
  }
  return renglones
}
