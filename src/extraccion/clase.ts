// The kind of a file by its first bytes: its name and media type are not believed.

import { ajenoOf } from '../domain/archivo-ajeno'
import { faultsError } from '../domain/errors'
import type { Regla } from '../domain/reglas'

export type Clase = 'pdf' | 'xml' | 'eml' | 'png' | 'jpeg' | 'texto'

/** A header of a message at the very beginning (RFC 5322 §2.2). */
const CABECERA =
  /^(?:received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|x-[\w-]+|content-type|dkim-signature|arc-[\w-]+|authentication-results|reply-to|sender|cc)[ \t]*:/i

/** The first kilobyte, a letter a byte. */
const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')

/** Its kind, one of `admitted`, which `words` names. Throws VALIDATION_ERROR for any other, which says what it is where that is known. */
export function requireClase(bytes: Uint8Array, admitted: readonly Clase[], words: string): Clase {
  const clase = claseOf(bytes)
  if (clase && admitted.includes(clase)) return clase
  const ajeno = ajenoOf(bytes)
  const fault = (regla: Regla, mensaje: string) => faultsError([{ campo: 'archivo', regla, mensaje }])
  if (!bytes.length) throw fault('vacio', 'El archivo está vacío')
  if (ajeno) throw fault('formato', `El archivo es ${ajeno.nombre}, no ${words}: ${ajeno.consejo}`)
  throw fault('formato', `El archivo no es ${words}`)
}

/** A letter that no text has. */
const isControl = (letter: string): boolean => letter < ' ' && !'\t\n\v\f\r\x1b'.includes(letter)

/** Null for what nobody here reads. */
export function claseOf(bytes: Uint8Array): Clase | null {
  const head = headOf(bytes)
  if (ajenoOf(bytes)) return null
  if (head.startsWith('\x89PNG')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  // Readers of PDF look for the mark in the first kilobyte: printers' drivers and mail gateways write before it.
  if (head.includes('%PDF-')) return 'pdf'
  const text = head
    .replace(/\0/g, '')
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
  if (text.startsWith('<')) return /^<(?:!doctype html|html)/i.test(text) ? null : 'xml'
  if (CABECERA.test(text)) return 'eml'
  if (/^(?:\xFF\xFE|\xFE\xFF)/.test(head)) return 'texto'
  return [...head].some(isControl) ? null : 'texto'
}
