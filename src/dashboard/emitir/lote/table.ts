// A table out of a file or the clipboard: what its bytes say, cut into cells, each row under its number in the spreadsheet.

interface TableRow {
  /** From 1, as a spreadsheet numbers it: empty rows count. */
  fila: number
  cells: readonly string[]
}

const KINDS: readonly (readonly [start: string, words: string])[] = [
  ['PK', 'un libro de Excel o un ZIP: en su planilla elija Guardar como, CSV'],
  ['\u00d0\u00cf\u0011\u00e0', 'un libro de Excel antiguo: en su planilla elija Guardar como, CSV'],
  ['%PDF', 'un PDF'],
  ['<?xml', 'un XML'],
]

/** The text of a file, UTF-8 or as Excel saves it in Chile (Windows-1252); or what it is instead of a table. */
export function readText(bytes: Uint8Array): { text: string } | { error: string } {
  const start = String.fromCharCode(...bytes.slice(0, 5))
  const kind = KINDS.find(([begin]) => start.startsWith(begin))
  if (kind) return { error: `El archivo es ${kind[1]}` }
  if (bytes.includes(0)) return { error: 'El archivo no es una tabla de texto' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** What divides cells: whichever the first row has most of. */
function dividerOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (divider: string): number => first.split(divider).length
  return ['\t', ';', ','].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Cells in quotes may hold dividers and ends of line. */
export function cutRows(given: string): TableRow[] {
  const text = given.replace(/^\uFEFF/, '')
  const divider = dividerOf(text)
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
