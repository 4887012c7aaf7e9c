// The master key on paper: four lines of letters, each with a sum of its own, so that a letter read wrong is told by its line.

import { createHash } from 'node:crypto'

/** Crockford's base 32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LINES = 4
const LINE_BYTES = 8
/** 64 bits of the key, then ten of the sum. */
const LINE_LETTERS = 15

/** A letter of the paper that cannot be what was printed; the message is for a person. */
export class HojaFault extends Error {}

/** The lines of a key of 32 bytes, each in three groups of five letters. */
export const linesOf = (clave: Uint8Array): string[] =>
  Array.from({ length: LINES }, (_, i) => {
    const bytes = clave.subarray(i * LINE_BYTES, (i + 1) * LINE_BYTES)
    const letters = lettersOf(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), 13) + sumOf(i, bytes)
    return letters.match(/.{5}/g)!.join(' ')
  })

/** Tells one key from another, and nothing of it. */
export const huellaOf = (clave: Uint8Array): string =>
  createHash('sha256').update('timbre huella de clave\n').update(clave).digest('hex').slice(0, 8)

const lettersOf = (value: bigint, count: number): string =>
  Array.from({ length: count }, (_, i) => LETTERS[Number((value >> BigInt(5 * (count - 1 - i))) & 31n)]).join(
    '',
  )

const sumOf = (line: number, bytes: Uint8Array): string =>
  lettersOf(
    BigInt(createHash('sha256').update(`hoja ${line}\n`).update(bytes).digest().readUInt16BE() >> 6),
    2,
  )

/** The letters of a text, whatever stands between them, and without the numbers that the paper has before its lines. */
function lettersIn(text: string): string {
  const words = text
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .split(/[\s.:-]+/)
  const all = words.join('')
  // A group that was typed letter by letter has the same words.
  return all.length % LINE_LETTERS === 0 ? all : words.filter((word) => !/^[1-4]$/.test(word)).join('')
}

/** How many letters of a key `text` lacks. */
export const lackingIn = (text: string): number => LINES * LINE_LETTERS - lettersIn(text).length

/** The key of the four lines, as one text. Throws HojaFault. */
export function readLines(text: string): Uint8Array {
  const letters = lettersIn(text)
  const strange = [...letters].find((letter) => !LETTERS.includes(letter))
  if (strange) throw new HojaFault(`«${strange}» no está en ninguna hoja`)
  if (letters.length !== LINES * LINE_LETTERS)
    throw new HojaFault(`Son ${LINES * LINE_LETTERS} letras y hay ${letters.length}`)
  return Buffer.concat(
    Array.from({ length: LINES }, (_, i) =>
      readLine(letters.slice(i * LINE_LETTERS, (i + 1) * LINE_LETTERS), i),
    ),
  )
}

function readLine(letters: string, line: number): Uint8Array {
  const value = [...letters.slice(0, 13)].reduce(
    (sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)),
    0n,
  )
  const bytes = Buffer.from(value.toString(16).padStart(16, '0'), 'hex')
  if (bytes.length === LINE_BYTES && sumOf(line, bytes) === letters.slice(13)) return bytes
  throw new HojaFault(`La línea ${line + 1} tiene una letra equivocada`)
}
