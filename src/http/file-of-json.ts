// The file of a JSON body, in base64: taken out of the body's bytes and decoded some of them a turn, so that no text of megabytes is ever
// made, looked through or parsed in one piece (http §16.4).

import { LARGE, type Pause } from '../base/turn'

/** Bytes decoded at once: under a millisecond, escapes and line breaks notwithstanding. */
const PIECE = 128 * 1024
/** A `\u002f` that a piece would cut. */
const ESCAPE = 6

const [QUOTE, BACKSLASH, COLON] = Buffer.from('"\\:') as unknown as [number, number, number]
const BLANKS = new Set<number | undefined>(Buffer.from(' \t\n\r'))

/** A body without what stood between the quotes of its file, and the file; null where that is no base64. */
interface Cut {
  rest: Buffer
  file: Uint8Array<ArrayBuffer> | null
}

/** Takes the text of the field out of a body; null where the body has none such, or one that the parser must judge. */
export async function cutFile(bytes: Buffer, field: string, pause: Pause): Promise<Cut | null> {
  const from = textOf(bytes, field)
  if (from < 0) return null
  const to = bytes.indexOf(QUOTE, from)
  // A quote that is part of the text: no base64.
  if (to - from < LARGE || bytes[to - 1] === BACKSLASH) return null
  const file = await decode(bytes.subarray(from, to), pause)
  await pause()
  return { rest: Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]), file }
}

/** Where the text of the field begins, behind its quote; -1 where the first place that looks like it is none. */
function textOf(bytes: Buffer, field: string): number {
  const name = `"${field}"`
  const at = bytes.indexOf(name)
  if (at < 0 || bytes[at - 1] === BACKSLASH) return -1
  let i = at + name.length
  while (BLANKS.has(bytes[i])) i++
  if (bytes[i++] !== COLON) return -1
  while (BLANKS.has(bytes[i])) i++
  return bytes[i] === QUOTE ? i + 1 : -1
}

/** The bytes of a base64 text between the quotes of a JSON text; null when it is none. */
async function decode(text: Buffer, pause: Pause): Promise<Uint8Array<ArrayBuffer> | null> {
  const out = Buffer.from(new ArrayBuffer(Math.ceil((text.length * 3) / 4)))
  let [length, carried, padding] = [0, '', 0]
  for (let at = 0; at < text.length; ) {
    await pause()
    let piece = text.toString('latin1', at, at + PIECE)
    const cut = at + PIECE < text.length ? piece.lastIndexOf('\\') : -1
    if (cut > PIECE - ESCAPE) piece = piece.slice(0, cut)
    at += piece.length
    const read = plain(piece)
    const [, digits, pads] = (read !== null && /^([A-Za-z0-9+/]*)(={0,2})$/.exec(read)) || []
    // Nothing comes behind the padding.
    if (digits === undefined || (padding && digits)) return null
    padding += pads!.length
    const all = carried + digits
    const whole = all.length - (all.length % 4)
    length += out.write(all.slice(0, whole), length, 'base64')
    carried = all.slice(whole)
  }
  if (padding > 2) return null
  length += out.write(carried, length, 'base64')
  return new Uint8Array(out.buffer, 0, length)
}

/** A piece without escapes and blanks; null where it is no text of JSON. */
function plain(piece: string): string | null {
  if (/[\0-\x1f]/.test(piece)) return null
  if (!piece.includes('\\')) return piece.includes(' ') ? piece.replaceAll(' ', '') : piece
  try {
    return (JSON.parse(`"${piece}"`) as string).replace(/\s+/g, '')
  } catch {
    return null
  }
}
