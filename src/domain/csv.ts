// Tables as people's programs write them: cells by semicolon, comma, tab or bar, quotes where the writer needed them, CRLF, LF or CR.

import { noTabla } from './archivo-ajeno'

export interface Celdas {
  /** The line in the file's text, from 1, as an editor counts. */
  linea: number
  /** None for a blank line. Empty ones at the end of the header are left out. */
  celdas: string[]
  /** As it came, without its end. */
  texto: string
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** By its mark, or without one by the letters of its head, of which every other byte is nothing. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && c && b === 0 && d === 0) return 'utf-16le'
  return b && d && a === 0 && c === 0 ? 'utf-16be' : null
}

/** A file's text: UTF-16, UTF-8, windows-1252 where it is none; lines that end in CR alone made LF. */
export function decodeTable(bytes: Uint8Array): string {
  const wide = utf16Of(bytes)
  const own = withLf(bytes, wide)
  if (wide) return new TextDecoder(wide).decode(own)
  try {
    return UTF8.decode(own)
  } catch {
    return new TextDecoder('windows-1252').decode(own)
  }
}

/** The same; null for what is no text. */
export function tableText(bytes: Uint8Array): string | null {
  if (noTabla(bytes) !== null) return null
  const text = decodeTable(bytes)
  return text.includes('\0') ? null : text
}

/** Why a file has no such text, for a person. */
export const whyNoTable = (bytes: Uint8Array): string =>
  noTabla(bytes) ?? 'El archivo no es texto: guarde la planilla como CSV'

const LF = 0x0a
const CR = 0x0d

/** The bytes, each CR made LF where there is no LF. In the text itself that takes a quarter of a second of ten megabytes of them. */
function withLf(bytes: Uint8Array, wide: ReturnType<typeof utf16Of>): Uint8Array {
  // Its own: the slice of a Buffer is the Buffer still.
  const own = new Uint8Array(bytes)
  const units = wide ? new Uint16Array(own.buffer, 0, own.length >> 1) : own
  const shift = wide === 'utf-16be' ? 8 : 0
  if (units.includes(LF << shift)) return bytes
  for (let i = 0; i < units.length; i++) if (units[i] === CR << shift) units[i] = LF << shift
  return own
}

/** The line by which Excel names the separator, before the header: no part of the table. */
export const SEP = /^"?sep=([;,\t|])"?[ ;,|]*\r?\n/i

/** The separator that the text names, or that stands most often in the first line that says anything. */
export function separadorOf(text: string): string {
  const named = SEP.exec(text)?.[1]
  if (named) return named
  const at = text.search(/\S/)
  const [header = ''] = /^[^\n]*/.exec(text.slice(at, at + FILA_MAX)) ?? []
  return [';', ',', '\t', '|'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!
}

/** No row of a table is longer. Of one that is, no more is taken apart: millions of cells would hold everybody up. */
const FILA_MAX = 16_384

/** Every line, a quoted cell's own line breaks within it; the header first, one that names the separator left out. */
export function* splitLineas(text: string, separador = ';'): Generator<Celdas, void> {
  const skipped = SEP.exec(text)?.[0].length ?? 0
  let linea = skipped ? 2 : 1
  let first = true
  for (let at = skipped; at < text.length; ) {
    const began = linea
    const end = rowEnd(text, at, separador)
    let raw = text.slice(at, end)
    linea += raw.split('\n').length
    at = end + 1
    if (raw.endsWith('\r')) raw = raw.slice(0, -1)
    const cells = raw.trim() === '' ? [] : splitCells(raw.slice(0, FILA_MAX), separador)
    if (first) while (cells.length && cells.at(-1) === '') cells.pop()
    first &&= cells.length === 0
    yield { linea: began, celdas: cells.some((cell) => cell.trim() !== '') ? cells : [], texto: raw }
  }
}

/** No cell is longer: a quote that was never closed does not take the whole file. */
const CELL_MAX = 4000

/** Where the row that begins at `from` ends. A quote that is open takes the next line too; a stray one, which nothing closes, does not. */
function rowEnd(text: string, from: number, separador: string): number {
  const found = text.indexOf('\n', from)
  const first = found < 0 ? text.length : found
  if (first - from > FILA_MAX || !text.slice(from, first).includes('"')) return first
  let open = false
  let start = true
  for (let i = from; i < text.length; i++) {
    const c = text[i]
    if (c === '\n' && (!open || i - from > CELL_MAX)) return open ? first : i
    if (open) {
      if (c === '"') {
        if (text[i + 1] === '"') i++
        else open = false
      }
    } else if (c === '"' && start) open = true
    start = !open && c === separador
  }
  return open ? first : text.length
}

/** Cells of one row. A quote that does not begin its cell is a letter like any other. */
function splitCells(raw: string, separador: string): string[] {
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
    // Text behind the closing quote still belongs to the cell.
    const end = raw.indexOf(separador, i + 1)
    cells.push(cell + raw.slice(i + 1, end < 0 ? raw.length : end))
    at = end < 0 ? raw.length + 1 : end + 1
  }
  return cells
}
