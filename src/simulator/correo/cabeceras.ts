// The headers of a message, for viewers of the post office: the message itself is kept as it came.

interface Cabeceras {
  de: string | null
  para: string[]
  asunto: string
  messageId: string | null
}

/** No head is longer. */
const CABEZA_MAX = 256 * 1024

/** Reads the first of each header. Addresses in small letters, without the names. */
export function readCabeceras(mensaje: Uint8Array): Cabeceras {
  const bytes = Buffer.from(mensaje.buffer, mensaje.byteOffset, Math.min(mensaje.length, CABEZA_MAX))
  const text = bytes.toString('utf8')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const fields = new Map<string, string>()
  for (const line of text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  const addresses = (name: string): string[] =>
    [...(fields.get(name) ?? '').matchAll(/[^\s<>",;:()[\]\\]+@[^\s<>",;:()[\]\\]+/g)].map(([one]) =>
      one.toLowerCase(),
    )
  return {
    de: addresses('from')[0] ?? null,
    para: [...new Set([...addresses('to'), ...addresses('cc')])],
    asunto: decodeWords(fields.get('subject') ?? '').slice(0, 998),
    messageId: fields.get('message-id')?.slice(0, 998) || null,
  }
}

/** RFC 2047, as far as a subject needs it. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w-]+)(?:\*[\w-]+)?\?([BQ])\?([^?]*)\?=/gi, (word, charset, form, coded) => {
      try {
        return new TextDecoder(charset).decode(
          form.toUpperCase() === 'B' ? Buffer.from(coded, 'base64') : quoted(coded),
        )
      } catch {
        return word
      }
    })
}

const quoted = (coded: string): Buffer =>
  Buffer.from(
    coded
      .replace(/_/g, ' ')
      .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
