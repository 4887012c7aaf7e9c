// A page as a person looks at it: what stands right of a label, below it, and in the block of lines that begins somewhere.

import { DESCRIPCION, ENCABEZADO } from './etiquetas'
import type { Celda, Linea } from './lineas'
import { fold } from './plano'

/** A cell in its line, with its text to compare by. */
export interface Casilla extends Celda {
  plano: string
  linea: number
  columna: number
}

export interface Documento {
  lineas: Casilla[][]
  casillas: Casilla[]
  texto: string
}

export function documentOf(lineas: readonly Linea[], texto: string): Documento {
  const rows = lineas.map(({ celdas }, linea) =>
    celdas.map((celda, columna): Casilla => ({ ...celda, plano: fold(celda.texto), linea, columna })),
  )
  return { lineas: rows, casillas: rows.flat(), texto }
}

/** Cells right of one, on its line. */
export const rightOf = ({ lineas }: Documento, { linea, columna }: Casilla): Casilla[] =>
  lineas[linea]!.slice(columna + 1)

/** Farther down, in heights of the label, nothing belongs to it. */
const LEJOS = 3.2

/** The cell nearest below one that begins or ends under it, before what is right of it begins; null when there is none. */
export function below({ lineas }: Documento, label: Casilla): Casilla | null {
  const next = lineas[label.linea]![label.columna + 1]
  const limit = next ? next.x0 - 1 : Number.POSITIVE_INFINITY
  for (let i = label.linea + 1; i < lineas.length; i++) {
    const row = lineas[i]!
    if (row[0]!.pagina !== label.pagina || row[0]!.y - label.y > label.alto * LEJOS) return null
    const under = row.find((cell) => isUnder(cell, label) && cell.x0 < limit)
    if (under) return under
  }
  return null
}

/** Aligned by the left edge, the right one, or overlapping. */
const isUnder = (cell: Celda, label: Celda): boolean =>
  Math.abs(cell.x0 - label.x0) < 4 ||
  Math.abs(cell.x1 - label.x1) < 4 ||
  (cell.x0 < label.x1 && cell.x1 > label.x0)

/** Between lines of one block, in heights. */
const INTERLINEA = 2.4

/** The cells of a column from one on downwards, itself included, until a wider gap, a page's end or `max` of them. */
export function column({ lineas }: Documento, from: Casilla, max: number): Casilla[] {
  const found = [from]
  const limit = lineas[from.linea]![from.columna + 1]?.x0 ?? Number.POSITIVE_INFINITY
  for (let i = from.linea + 1; i < lineas.length && found.length < max; i++) {
    const row = lineas[i]!
    const last = found.at(-1)!
    if (row[0]!.pagina !== from.pagina || row[0]!.y - last.y > Math.max(last.alto, from.alto) * INTERLINEA)
      break
    const same = row.find((cell) => Math.abs(cell.x0 - from.x0) < 12 && cell.x0 < limit)
    if (same) found.push(same)
  }
  return found
}

/** Whether a label is one of a table's heading: what is below it is a line of the table. */
export const isHeading = ({ lineas }: Documento, { linea, columna }: Casilla): boolean => {
  const others = lineas[linea]!.filter((cell) => cell.columna !== columna)
  return (
    others.some(({ plano }) => DESCRIPCION.test(plano)) ||
    others.filter(({ plano }) => ENCABEZADO.test(plano)).length >= 2
  )
}

/** A label that a cell begins with or holds, and what is left of its text. */
export interface Hallada {
  casilla: Casilla
  resto: string
  /** Nothing stands before it, so what is right of it or below it may be its value. */
  alComienzo: boolean
}

/** Between a label and its value. A dash apart from the one and joined to the other is the sign of an amount. */
const PUNTUACION = /^(?:[\s:=#.—·|)]|(?<![\s:])[-−–]|[-−–](?![$€£¥\d]))+/

/** Cells that say a label. `label` is matched against folded text. */
export function findLabels({ casillas }: Documento, label: RegExp): Hallada[] {
  return casillas.flatMap((casilla) => {
    const match = label.exec(casilla.plano)
    if (!match) return []
    const resto = casilla.texto.slice(match.index + match[0].length).replace(PUNTUACION, '')
    const before = casilla.texto.slice(0, match.index).trim()
    return [{ casilla, resto, alComienzo: before === '' || /[|·;:]$/.test(before) }]
  })
}

/** The first value that `accept` takes of what belongs to a label: its own cell's rest, the cells at its right, the one below. */
export function valueAt<T>(doc: Documento, label: Hallada, accept: (texto: string) => T | null): T | null {
  const own = label.resto && accept(label.resto)
  if (own) return own
  if (!label.alComienzo || (/\p{L}{3,}/u.test(label.resto) && !/^[/(]/.test(label.resto))) return null
  const right = rightOf(doc, label.casilla)[0]
  const beside = right && accept(right.texto)
  if (beside) return beside
  const under = below(doc, label.casilla)
  return under && accept(under.texto)
}

/** Further values in the column of a label that heads a table: what stands below the first, one each line. */
export function listedBelow<T>(
  doc: Documento,
  { casilla, resto }: Hallada,
  accept: (texto: string) => T | null,
): T[] {
  const first = resto || rightOf(doc, casilla)[0]?.texto.match(/\d/) ? null : below(doc, casilla)
  const found: T[] = []
  for (const { texto } of first ? column(doc, first, FILAS).slice(1) : []) {
    const value = accept(texto)
    if (value === null) break
    found.push(value)
  }
  return found
}

/** Enough to tell that there are several. */
const FILAS = 6
