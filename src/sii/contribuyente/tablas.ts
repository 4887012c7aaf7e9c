// Reads the tables and boxes of the pages about taxpayers (sii §12.1): by labels, never by position, since
// the SII moves them about.

import { textOf, visible } from '../portal/html'

/** A table with the words between it and the one before. */
export interface Tabla {
  titulo: string
  filas: string[][]
}

/** Every table of a page, in its order. */
export function tablesOf(html: string): Tabla[] {
  const tables: Tabla[] = []
  let at = 0
  const text = visible(html)
  for (const match of text.matchAll(/<table\b[^>]*>([\s\S]*?)(?=<\/?table\b|$)/gi)) {
    tables.push({ titulo: textOf(text.slice(at, match.index)), filas: rowsOf(match[1]!) })
    at = match.index + match[0].length
  }
  return tables
}

const rowsOf = (html: string): string[][] =>
  html
    .split(/<tr\b[^>]*>/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<t[dh]\b[^>]*>/i)
        .slice(1)
        .map(textOf),
    )

/**
 * The text behind a label, in the next cell of its row or, where that is a label too, in the cell below;
 * empty where nothing is, null without the label.
 */
export function labelled(tables: readonly Tabla[], label: RegExp, labels: readonly RegExp[]): string | null {
  for (const { filas } of tables)
    for (const [r, fila] of filas.entries()) {
      const c = fila.findIndex((cell) => label.test(cell))
      if (c < 0) continue
      const next = fila[c + 1]
      if (next !== undefined && !labels.some((one) => one.test(next))) return next
      return filas[r + 1]?.[c] ?? ''
    }
  return null
}

/** The text in the box behind the one with a label; null without the label. */
export function boxAfter(html: string, label: RegExp): string | null {
  const boxes = [...visible(html).matchAll(/<div\b[^>]*>([\s\S]*?)(?=<\/?div\b|$)/gi)].map(([, inner]) =>
    textOf(inner!),
  )
  const at = boxes.findIndex((box) => label.test(box))
  return at < 0 ? null : (boxes[at + 1] ?? '')
}

/** `DD-MM-YYYY` as `YYYY-MM-DD`; null for what is none. */
export function isoDay(text: string | undefined): string | null {
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text ?? '') ?? []
  return year ? `${year}-${month}-${day}` : null
}
