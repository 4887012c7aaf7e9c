// How a JSON text is built, seen before it is read: what walks it afterwards does so by recursion.

import type { Pause } from '../base/turn'
import { AppError } from '../domain/errors'

/** Several times what the deepest request needs; what walks a body after it does so by recursion. */
const NIVELES_MAX = 32
/** Characters between two looks at the clock. */
const PIECE = 64 * 1024

const [QUOTE, BACKSLASH] = [34, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Throws INVALID_JSON for a text with more levels than a request has. Of one that is no JSON it may say nothing.
 */
export async function checkShape(text: string, pause: Pause): Promise<void> {
  let [depth, inText, next] = [0, false, PIECE]
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
  }
}

/** Whether the quote at `at` belongs to its text: an odd number of backslashes stands before it. */
export function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}
