// Long JSON is read a piece in a turn of the event loop: one parse of a month's register would hold it for a second.

import { LARGE, type Pause } from './turn'

/** Characters of the pieces, at the least: about a millisecond. */
const PIECE = 128 * 1024
/** Ends of a piece that are tried: the first may stand in a text, or within a list of a row. */
const TRIES = 8

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rows that begin at `at`, and where the comma behind them stands; null where they cannot be told from what follows. */
function pieceAt(text: string, at: number): { rows: unknown[]; end: number } | null {
  for (let from = at + PIECE, i = 0; i < TRIES; i++) {
    const cut = text.indexOf('},{', from)
    if (cut < 0) return null
    // Cut anywhere but behind a row it would not parse.
    const rows = parsed(`[${text.slice(at, cut + 1)}]`)
    if (rows) return { rows: rows as unknown[], end: cut + 1 }
    from = cut + 1
  }
  return null
}

/**
 * The result of `JSON.parse`, with its faults. Read in pieces is a long list of objects in the root, written
 * without blanks between them; all else is read at once.
 */
export async function parseLong(text: string, pause: Pause): Promise<unknown> {
  const begin = text.length > LARGE ? text.indexOf(':[{') + 2 : 0
  const head = text.slice(0, begin)
  // Whole but for the end of the list: so it is the root's own, and the last of what came so far.
  const [name, list] = Object.entries(parsed(`${head}]}`) ?? {}).at(-1) ?? []
  if (name === undefined || !Array.isArray(list) || list.length) return JSON.parse(text)
  const rows: unknown[] = []
  let at = begin
  for (let piece = pieceAt(text, at); piece; piece = pieceAt(text, at)) {
    for (const row of piece.rows) rows.push(row)
    at = piece.end + 1
    await pause()
  }
  const rest = JSON.parse(head + text.slice(at)) as Record<string, unknown[]>
  for (const row of rest[name]!) rows.push(row)
  return { ...rest, [name]: rows }
}
