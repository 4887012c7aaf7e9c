// The files in a letter, as whoever gets it finds them (simulator §22): parts of any depth, in the three codings that letters use.

interface Parte {
  nombre: string
  tipo: string
  bytes: Buffer
}

/** A letter within letters deeper than this is nobody's. */
const HONDURA = 8

const decoded = (body: string, coding: string): Buffer =>
  coding === 'base64'
    ? Buffer.from(body, 'base64')
    : Buffer.from(
        coding === 'quoted-printable'
          ? body
              .replace(/=[ \t]*\r?\n/g, '')
              .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
          : body,
        'latin1',
      )

function read(text: string, depth: number): Parte[] {
  const [end = ''] = /\r?\n\r?\n/.exec(text) ?? []
  const at = end ? text.indexOf(end) : text.length
  const head = text.slice(0, at).replace(/\r?\n[ \t]+/g, ' ')
  const body = text.slice(at + end.length)
  const of = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const type = of('Content-Type')
  const boundary = /^multipart\/.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  if (boundary && depth < HONDURA) {
    const [, ...parts] = `\r\n${body}`.split(new RegExp(`\\r?\\n--${literal(boundary[1] ?? boundary[2]!)}`))
    return parts
      .filter((part) => !part.startsWith('--'))
      .flatMap((part) => read(part.replace(/^[ \t]*\r?\n/, ''), depth + 1))
  }
  const named = /(?:file)?name(?:\*)?=(?:UTF-8'')?(?:"([^"]*)"|([^;\s]*))/i
  const [, quoted, bare] = named.exec(of('Content-Disposition')) ?? named.exec(type) ?? []
  return [
    {
      nombre: quoted ?? bare ?? '',
      tipo: type.split(';')[0]!.trim().toLowerCase() || 'text/plain',
      bytes: decoded(body, of('Content-Transfer-Encoding').toLowerCase()),
    },
  ]
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The parts of a letter, the first line of each decoded body as it came. */
export const readPartes = (mensaje: Buffer): Parte[] => read(mensaje.toString('latin1'), 0)
