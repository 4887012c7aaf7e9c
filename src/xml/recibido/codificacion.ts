// The texts that the bytes of a received file may stand for (xml §3.5). What a file declares is often not what it is: the signature
// tells, since it was made over one text alone.

import type { Texto } from '../verify/decode'
import { codificacionDeclarada } from '../verify/xml-reader'

const LATIN1 = ['iso-8859-1', 'latin1', 'us-ascii', 'ascii']
const PADDING = '\0\x1a \t\r\n'
/** The byte order mark of UTF-8, as Latin-1 shows it. */
const MARCA = /^\xef\xbb\xbf/
const BLANKS = /^[ \t\r\n]*$/
const isAscii = (bytes: Buffer): boolean => !/[\x80-\xff]/.test(bytes.toString('latin1'))

const as = (bytes: Buffer, codificacion: string): string | null => {
  if (LATIN1.includes(codificacion)) return bytes.toString('latin1')
  try {
    return new TextDecoder(codificacion as 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A text without what programs that write by blocks leave behind its end: zeros, and the end of file of old systems. */
export function withoutPadding(texto: string): string {
  let end = texto.length
  while (end > 0 && PADDING.includes(texto[end - 1]!)) end--
  return end === texto.length || BLANKS.test(texto.slice(end)) ? texto : texto.slice(0, end)
}

/** Other readings of a file whose bytes say more than ASCII, the likeliest first; none where there is but one. */
export function otherReadings(bytes: Uint8Array, read: { texto: string }): Texto[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isAscii(buffer)) return []
  const declarada = codificacionDeclarada(
    buffer.subarray(0, 300).toString('latin1').replace(MARCA, '').trimStart(),
  )
  return ['utf-8', 'windows-1252', 'iso-8859-1'].flatMap((codificacion) => {
    const texto = as(buffer, codificacion)
    return texto === null || texto === read.texto ? [] : [{ texto, codificacion, declarada }]
  })
}

/**
 * Whether the bytes are likelier what `other` says than what was read of them: accents in UTF-8 are seldom anything else by chance, and
 * where Windows has its quotes and the euro, ISO-8859-1 has but controls.
 */
export const isMoreLikely = (other: Texto, read: Texto): boolean =>
  other.codificacion === 'utf-8' ||
  (other.codificacion === 'windows-1252' && LATIN1.includes(read.codificacion ?? ''))
