// How a JSON text is built, seen before it is read: `JSON.parse` does its work in one piece, and of ten megabytes of brackets or
// misspelt fields that piece is a second of everybody's.

import type { Pause } from '../base/turn'
import { AppError } from '../domain/errors'

/** Several times what the deepest request needs; what walks a body after it does so by recursion. */
const NIVELES_MAX = 32
/** Characters of a text up to which it may hold anything: what an upload has beyond them is its file, a single text. */
const SUELTO = 1024 * 1024
/** Many times what an upload has beside its file. */
const VALORES_MAX = 1000
/** Characters between two looks at the clock. */
const PIECE = 64 * 1024

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Throws INVALID_JSON for a text with more levels than a request has, PAYLOAD_TOO_LARGE for one that is large by anything but a
 * file. Of a text that is no JSON it may say nothing.
 */
export async function checkShape(text: string, pause: Pause): Promise<void> {
  const valores = text.length > SUELTO ? VALORES_MAX : Number.POSITIVE_INFINITY
  let [depth, commas, inText, next] = [0, 0, false, PIECE]
  for (let at = 0; at < text.length; at++) {
    if (at >= next) {
      await pause()
      next = at + PIECE
    }
    if (inText) {
      at = text.indexOf('"', at)
      if (at < 0) return
      inText = isEscaped(text, at)
      continue
    }
    const char = text.charCodeAt(at)
    if (char === QUOTE) inText = true
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      if (++depth > NIVELES_MAX)
        throw new AppError('INVALID_JSON', `El cuerpo anida más de ${NIVELES_MAX} niveles`)
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth--
    else if (char === COMMA && ++commas > valores)
      throw new AppError('PAYLOAD_TOO_LARGE', 'El cuerpo pasa de 1 MiB sin contar su archivo')
  }
}

/** Whether the quote at `at` belongs to its text: an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}
