// What a file is by its first bytes: neither its name nor the media type that came with it is believed.

export type Clase = 'pdf' | 'xml' | 'eml' | 'png' | 'jpeg' | 'texto'

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte)

/** A header of a message at the very beginning (RFC 5322 §2.2). */
const CABECERA =
  /^(?:received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|x-[\w-]+|content-type|dkim-signature|arc-[\w-]+|authentication-results|reply-to|sender|cc)[ \t]*:/i

/** Null for what nobody here reads. */
export function claseOf(bytes: Uint8Array): Clase | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  // Readers of PDF look for the mark in the first kilobyte: printers' drivers and mail gateways write before it.
  if (head.includes('%PDF-')) return 'pdf'
  const text = head
    .replace(/\0/g, '')
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
  if (text.startsWith('<')) return /^<(?:!doctype html|html)/i.test(text) ? null : 'xml'
  if (CABECERA.test(text)) return 'eml'
  return head.includes('\0') && !/^(?:\xFF\xFE|\xFE\xFF)/.test(head) ? null : 'texto'
}
