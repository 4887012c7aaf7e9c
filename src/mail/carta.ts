// The unverified content of a letter: its identity, its head and its parts. A long one is read off the event
// loop.

import { createHash } from 'node:crypto'
import { AppError } from '../domain/errors'
import { CARTA_MAX } from './casilla'
import { type Eml, readEml } from './eml'

export interface CartaLeida {
  huella: string
  /** Null where it could not be taken apart; `motivo` says why. */
  eml: Eml | null
  motivo: string | null
}

const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/**
 * The digest of what a letter says: its Message-ID, what its head says of the content, and the content. The lines that each server on the
 * way adds to the head are not in it, so that a letter that came twice is one.
 */
function huellaOf(mensaje: Uint8Array, messageId: string | null): string {
  const bytes = Buffer.from(mensaje.buffer, mensaje.byteOffset, mensaje.length)
  const [at, blank] = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')]
  const end = at < 0 ? blank : blank < 0 ? at : Math.min(at, blank)
  if (messageId === null || end < 0) return sha256(bytes)
  const content = bytes.toString('latin1', 0, end).match(/^content-[^\n]*(?:\n[ \t][^\n]*)*/gim)
  return sha256(messageId, (content ?? []).join('\n'), bytes.subarray(end))
}

/** A letter that cannot be taken apart. */
export const unread = (mensaje: Uint8Array, motivo: string): CartaLeida => ({
  huella: sha256(mensaje),
  eml: null,
  motivo,
})

/** Reads a letter. */
export async function readCarta(mensaje: Uint8Array): Promise<CartaLeida> {
  if (mensaje.length > CARTA_MAX) return unread(mensaje, 'El correo pasa de 25 MiB')
  try {
    const eml = await readEml(mensaje)
    return { huella: huellaOf(mensaje, eml.messageId), eml, motivo: null }
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== 'VALIDATION_ERROR') throw fault
    return unread(mensaje, fault.message)
  }
}
