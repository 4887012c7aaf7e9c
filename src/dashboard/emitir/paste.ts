// Rows pasted from a spreadsheet, as lines of the form.

import { FACTURA } from '../../domain/dte/tipos'
import { parseNumber } from '../ui/parse'
import { type Column, columnsOf, emptyLine, type Line } from './form'

type Cells = Partial<Record<Column, string>>

/** Cells by tabs, rows by ends of line; a cell in quotes may hold both, as spreadsheets write them. */
export function splitCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/y
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) break
    const [, raw = '', end] = match
    rows.at(-1)?.push(/^".*"$/s.test(raw) ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\t') {
      if (cell.lastIndex >= text.length) rows.at(-1)?.push('')
    } else if (end && cell.lastIndex < text.length) rows.push([])
  }
  return rows
    .map((row) => row.map((one) => one.replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some((one) => one !== ''))
}

const HEADS: Readonly<Record<string, Column>> = {
  ...{ item: 'nombre', nombre: 'nombre', producto: 'nombre', detalle: 'nombre', descripcion: 'nombre' },
  ...{ cantidad: 'cantidad', cant: 'cantidad', unidad: 'unidad', un: 'unidad', um: 'unidad' },
  ...{ precio: 'precio', 'precio unitario': 'precio', valor: 'precio', 'precio neto': 'precio' },
  ...{ monto: 'monto', total: 'monto', 'tipo de documento': 'tipo_doc_liq', tipo: 'tipo_doc_liq' },
  ...{ descuento: 'descuento', dscto: 'descuento', desc: 'descuento' },
}

const headOf = (cell: string): Column | undefined =>
  HEADS[
    cell
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/\./g, '')
  ]

const isNumber = (text: string): boolean => parseNumber(text).ok

/** Cells from a column on, to the right. A number is no unit: it goes on to the price. */
function placeCells(cells: readonly string[], columns: readonly Column[], from: number): Cells {
  const placed: Cells = {}
  let at = from
  for (const cell of cells) {
    if (columns[at] === 'unidad' && isNumber(cell)) at++
    const column = columns[at++]
    if (column && cell) placed[column] = cell
  }
  return placed
}

/** Null for what is no table: one cell is pasted as text. The first row may name the columns. */
export function parseRows(text: string, column: Column, tipo = FACTURA): Cells[] | null {
  const rows = splitCells(text)
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return null
  const [first = [], ...others] = rows
  const columns = columnsOf(tipo)
  const heads = first.map(headOf).map((head) => (head && columns.includes(head) ? head : undefined))
  const named = heads.filter(Boolean).length
  if (named >= 2 && named === first.filter(Boolean).length)
    return others.map((cells) => {
      const placed: Cells = {}
      cells.forEach((cell, i) => {
        const head = heads[i]
        if (head && cell) placed[head] = cell
      })
      return placed
    })
  return rows.map((cells) => placeCells(cells, columns, columns.indexOf(column)))
}

/**
 * The lines with the cells put in from the line `id` on, new ones made where they end; never more than `max`.
 * `left`: the fields that were filled. `over`: how many rows had no place.
 */
export function pasteRows(
  lines: readonly Line[],
  id: string,
  cells: readonly Cells[],
  max: number,
): { lineas: Line[]; left: string[]; over: number } {
  const at = Math.max(
    0,
    lines.findIndex((line) => line.id === id),
  )
  const fits = Math.min(cells.length, max - at)
  const before = lines.slice(0, at)
  const filled = cells.slice(0, fits).map((one, i) => ({ ...(lines[at + i] ?? emptyLine()), ...one }))
  return {
    lineas: [...before, ...filled, ...lines.slice(at + fits)],
    left: filled.flatMap(({ id: own }, i) =>
      Object.keys(cells[i] ?? {}).map((column) => `detalle.${own}.${column}`),
    ),
    over: cells.length - fits,
  }
}
