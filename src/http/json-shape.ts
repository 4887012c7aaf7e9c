// How a JSON text is built, seen before it is read: what walks it afterwards does so by recursion.

import { shownName } from '../base/nearest-name'
import type { Pause } from '../base/turn'
import { AppError, type Fault } from '../domain/errors'

/** Several times what the deepest request needs; what walks a body after it does so by recursion. */
const NIVELES_MAX = 32
/** Many times what the widest resource has: an object of tens of thousands of names is read at once, for as many microseconds. */
const CAMPOS_MAX = 1000
/** Characters between two looks at the clock. */
const PIECE = 64 * 1024
const FALTAS_MAX = 1000

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const BLANKS = new Set([32, 9, 10, 13])
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** An object or a list that is open. */
interface Level {
  /** The item of a list that the text stands in; -1 in an object. */
  item: number
  /** The field of an object that the text stands in. */
  name: string
  /** The fields of an object so far, and whether one was seen to come again; null before its first. */
  names: Map<string, boolean> | null
}

/**
 * The value of a short text, when counting shows no double field and no excess depth; undefined when it
 * needs the check letter by letter, ten times as dear.
 */
export function readPlain(text: string): unknown {
  if (text.length > PIECE) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  return countFields(body, 1) === countNames(text) ? body : undefined
}

/** The fields of all objects within; NaN with more levels, or more fields in one of them, than a request has. */
function countFields(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (level > NIVELES_MAX) return Number.NaN
  const values = Object.values(value)
  let count = Array.isArray(value) ? 0 : values.length
  if (count > CAMPOS_MAX) return Number.NaN
  for (const one of values) if (typeof one === 'object') count += countFields(one, level + 1)
  return count
}

/** The names of a JSON text, and the quotes before a colon within its texts: never fewer than it has names. */
function countNames(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (BLANKS.has(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === QUOTE) count++
  }
  return count
}

/**
 * The fields that one object has twice, with their paths: reading would keep the last alone, and of two lists of lines the first
 * would be lost. Throws INVALID_JSON for a text with more levels than a request has, or an object with more fields. Of one that is no JSON it may say anything.
 */
export async function checkShape(text: string, pause: Pause): Promise<Fault[]> {
  const levels: Level[] = []
  const faults: Fault[] = []
  let [textAt, naming, next] = [-1, false, PIECE]
  for (let at = 0; at < text.length; at++) {
    if (at >= next) {
      await pause()
      next = at + PIECE
    }
    if (textAt >= 0) {
      at = text.indexOf('"', at)
      if (at < 0) return faults
      if (isEscaped(text, at)) continue
      if (naming) addName(levels, text.slice(textAt, at + 1), faults)
      ;[textAt, naming] = [-1, false]
      continue
    }
    const char = text.charCodeAt(at)
    if (char === QUOTE) textAt = at
    else if (char === COMMA) {
      const level = levels.at(-1)
      if (level && level.item >= 0) level.item++
      else naming = true
    } else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      if (levels.length === NIVELES_MAX)
        throw new AppError('INVALID_JSON', `El cuerpo anida más de ${NIVELES_MAX} niveles`)
      naming = char === OPEN_OBJECT
      levels.push({ item: naming ? -1 : 0, name: '', names: null })
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      levels.pop()
      naming = false
    }
  }
  return faults
}

/** Notes a field, as it was written with its quotes, of the innermost object. */
function addName(levels: readonly Level[], written: string, faults: Fault[]): void {
  const level = levels.at(-1)
  if (!level) return
  level.name = written.includes('\\') ? unescaped(written) : written.slice(1, -1)
  level.names ??= new Map()
  if (level.names.size === CAMPOS_MAX)
    throw new AppError('INVALID_JSON', `El cuerpo tiene un objeto de más de ${CAMPOS_MAX} campos`)
  const again = level.names.get(level.name)
  level.names.set(level.name, again !== undefined)
  if (again !== false || faults.length === FALTAS_MAX) return
  const campo = pathOf(levels)
  faults.push({ campo, regla: 'repetido', mensaje: `${campo} viene más de una vez en el mismo objeto` })
}

function unescaped(written: string): string {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

const pathOf = (levels: readonly Level[]): string =>
  levels.reduce((path, { item, name }) => {
    if (item >= 0) return `${path}[${item}]`
    return path ? `${path}.${shownName(name)}` : shownName(name)
  }, '')

/** Whether the quote at `at` belongs to its text: an odd number of backslashes stands before it. */
export function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}
