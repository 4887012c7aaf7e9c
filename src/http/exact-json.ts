// JSON whose numbers arrive as they were written (http §0.2): `JSON.parse` reads 12345678901234567 as another number and
// 1e400 as infinity without a word, so such a number is found in the text and refused on every route alike.

import { shownName } from '../base/nearest-name'
import type { Pause } from '../base/turn'
import { type Fault, faultsError } from '../domain/errors'
import { isEscaped } from './json-shape'

/** All that a double holds, whichever the digits. */
const CIFRAS_MAX = 15
const FALTAS_MAX = 1000

// Sixteen digits, eight of them on one side of the point at least, or an exponent of three, be it within a text: a body
// without them has no such number, for fewer digits with a smaller exponent are exact.
const SUSPECT = /\d{16}|\d\.\d{8}|\d{9}\.|\d[eE][-+]?\d{3}/

const NUMBER = /-?(?:\d\.?){16,}(?:[eE][-+]?\d+)?|-?\d[\d.]*[eE][-+]?\d{3,}/g

/** Stands in the body for a number that JSON cannot carry. */
const INEXACT = '\0inexacto'
/** As much of such a number as is looked at again. */
const TOKEN_MAX = 40
/** No decimal of a document has more. */
const DECIMALES_MAX = 6

/** The remedy for a number: one of a division is to be rounded; any other cannot be carried. */
function remedyOf(token: string): string {
  const value = Number(token)
  if (!/^-?\d{1,9}\.\d+$/.test(token) || !Number.isFinite(value))
    return `no es un número que JSON lleve exacto: con más de ${CIFRAS_MAX} cifras va como texto donde la API lo admite`
  return `tiene demasiados decimales: redondéelo, un precio o una cantidad a ${DECIMALES_MAX} (${value.toFixed(DECIMALES_MAX)}), un porcentaje a 2 (${value.toFixed(2)}); los pesos van sin decimales`
}

/** Characters looked through at once. */
const PIECE = 64 * 1024
/** More than any suspect has: one that two pieces share is seen in the first. */
const SHARED = 32

async function isSuspect(text: string, pause: Pause): Promise<boolean> {
  for (let at = 0; at < text.length; at += PIECE) {
    if (SUSPECT.test(text.slice(at, at + PIECE + SHARED))) return true
    await pause()
  }
  return false
}

/**
 * Refuses numbers that are not exact in the text of a body, which must be JSON and of few levels: of anything else the search
 * would take longer than its length. The event loop turns within a long one. Throws VALIDATION_ERROR with the path of each.
 */
export async function checkExactNumbers(text: string, pause: Pause): Promise<void> {
  if (!(await isSuspect(text, pause))) return
  await pause()
  let found = false
  const mark = (token: string): string => {
    if (isExact(token)) return token
    found = true
    return JSON.stringify(INEXACT + token.slice(0, TOKEN_MAX))
  }
  const marked: string[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    const wait = pause()
    if (wait) await wait
    // A text is passed over as it is: it may be as long as the body, an escape in every other place of it.
    const isText = text[at] === '"'
    end = isText ? endOfText(text, at) : endOfPiece(text, at)
    const piece = text.slice(at, end)
    marked.push(isText ? piece : piece.replace(NUMBER, mark))
  }
  await pause()
  if (!found) return
  const faults: Fault[] = []
  collect(JSON.parse(marked.join('')), '', faults)
  throw faultsError(faults)
}

/** Behind the quote that ends the text which begins at `quote`. */
function endOfText(text: string, quote: number): number {
  let at = quote
  do at = text.indexOf('"', at + 1)
  while (isEscaped(text, at))
  return at + 1
}

/** Where the next text begins, or what may be looked through at once ends; no number is cut. */
function endOfPiece(text: string, from: number): number {
  const quote = text.indexOf('"', from)
  const end = quote < 0 ? text.length : quote
  const comma = end - from > PIECE ? text.lastIndexOf(',', from + PIECE) : -1
  return comma > from ? comma : end
}

function isExact(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  const digits = /^-?([\d.]+)/
    .exec(source)![1]!
    .replace('.', '')
    .replace(/^0+|0+$/g, '')
  // A number too small for a double would read as zero.
  return digits.length <= CIFRAS_MAX && (value !== 0) === (digits !== '')
}

function collect(value: unknown, campo: string, faults: Fault[]): void {
  if (faults.length === FALTAS_MAX) return
  if (typeof value === 'string' && value.startsWith(INEXACT)) {
    const mensaje = `${campo || 'El cuerpo'} ${remedyOf(value.slice(INEXACT.length))}`
    faults.push({ campo, regla: 'numero', mensaje })
    return
  }
  if (Array.isArray(value)) value.forEach((item, i) => void collect(item, `${campo}[${i}]`, faults))
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const shown = shownName(name)
      collect(inner, campo ? `${campo}.${shown}` : shown, faults)
    }
  }
}
