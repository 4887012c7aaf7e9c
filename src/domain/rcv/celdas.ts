// Lines and cells of a table with semicolons: quotes where the writer needed them, CRLF or LF.

export interface Celdas {
  /** Of the file's text, from 1, as an editor counts. */
  linea: number
  /** None for a blank line. Empty ones at the end of the header are left out. */
  celdas: string[]
  /** As it came, without its end. */
  texto: string
}

/** Every line, a quoted cell's own line breaks within it; the header first. */
export function* splitLineas(text: string, separador = ';'): Generator<Celdas, void> {
  let linea = 1
  let first = true
  for (let at = 0; at < text.length; ) {
    const began = linea
    let end = lineEnd(text, at)
    let raw = text.slice(at, end)
    linea++
    // A quote that is still open takes the next line too; a stray one, which nothing closes, does not.
    if (raw.includes('"')) {
      let more = end
      while (isOpen(text.slice(at, more), separador) && more < text.length) {
        more = lineEnd(text, more + 1)
        if (!isOpen(text.slice(at, more), separador)) {
          linea += text.slice(end, more).split('\n').length - 1
          end = more
          raw = text.slice(at, end)
        } else if (more - at > CELL_MAX) break
      }
    }
    at = end + 1
    if (raw.endsWith('\r')) raw = raw.slice(0, -1)
    const cells = raw.trim() === '' ? [] : splitCells(raw, separador)
    if (first) while (cells.length && cells.at(-1) === '') cells.pop()
    first = false
    yield { linea: began, celdas: cells.some((cell) => cell.trim() !== '') ? cells : [], texto: raw }
  }
}

/** No cell is longer: a quote that was never closed does not take the whole file. */
const CELL_MAX = 4000

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Whether a cell that began with a quote has not ended. */
function isOpen(raw: string, separador: string): boolean {
  let open = false
  let start = true
  for (let i = 0; i < raw.length; i++) {
    const c = raw[i]
    if (open) {
      if (c === '"') {
        if (raw[i + 1] === '"') i++
        else open = false
      }
    } else if (c === '"' && start) open = true
    start = !open && c === separador
  }
  return open
}

/** A quote that does not begin its cell is a letter like any other. */
export function splitCells(raw: string, separador = ';'): string[] {
  if (!raw.includes('"')) return raw.split(separador)
  const cells: string[] = []
  for (let at = 0; at <= raw.length; ) {
    if (raw[at] !== '"') {
      const end = raw.indexOf(separador, at)
      cells.push(raw.slice(at, end < 0 ? raw.length : end))
      at = end < 0 ? raw.length + 1 : end + 1
      continue
    }
    let cell = ''
    let i = at + 1
    for (; i < raw.length; i++) {
      if (raw[i] !== '"') cell += raw[i]
      else if (raw[i + 1] === '"') cell += raw[i++]
      else break
    }
    // What stands behind the closing quote belongs to the cell still.
    const end = raw.indexOf(separador, i + 1)
    cells.push(cell + raw.slice(i + 1, end < 0 ? raw.length : end))
    at = end < 0 ? raw.length + 1 : end + 1
  }
  return cells
}
