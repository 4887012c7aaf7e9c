// A table out of a file or the clipboard: what its bytes say, cut into cells, each row under its number in the spreadsheet.

import { SEP, separadorOf, tableText, whyNoTable } from '../../../domain/csv'

interface TableRow {
  /** From 1, as a spreadsheet numbers it: empty rows count. */
  fila: number
  cells: readonly string[]
}

/** The text of a file, however a spreadsheet saved it; or what it is instead of a table. */
export function readText(bytes: Uint8Array): { text: string } | { error: string } {
  const text = tableText(bytes)
  return text === null ? { error: whyNoTable(bytes) } : { text }
}

/** Cells in quotes may hold dividers and ends of line. */
export function cutRows(given: string): TableRow[] {
  const marked = given.replace(/^\uFEFF/, '')
  const divider = separadorOf(marked)
  // Its row keeps its number.
  const text = marked.replace(SEP, '\n')
  const rows: string[][] = [[]]
  let [cell, quoted] = ['', false]
  const endCell = (): void => {
    rows.at(-1)?.push(cell.replace(/\s+/g, ' ').trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === divider) endCell()
    else if (char === '\n') {
      endCell()
      rows.push([])
    } else if (char !== '\r') cell += char
  }
  endCell()
  return rows
    .map((cells, i) => ({ fila: i + 1, cells }))
    .filter(({ cells }) => cells.some((one) => one !== ''))
}
