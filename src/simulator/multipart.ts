// multipart/form-data as the SII's gateway reads it: five parts in a fixed order, the file's bytes untouched (sii §3.1).

export interface Parte {
  nombre: string
  archivo: string | null
  bytes: Buffer
}

const CRLF = '\r\n'

/** The parts in order; null when the frame is broken (no boundary, no final boundary, wrong line ends). */
export function parseMultipart(body: Buffer, contentType: string | null): Parte[] | null {
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '')
  if (!boundary) return null
  const mark = `--${boundary[1] ?? boundary[2]}`
  if (body.indexOf(mark) !== 0) return null
  const partes: Parte[] = []
  let at = mark.length
  for (;;) {
    const after = body.toString('latin1', at, at + 2)
    if (after === '--') return partes
    if (after !== CRLF) return null
    const headEnd = body.indexOf(CRLF + CRLF, at)
    const next = headEnd < 0 ? -1 : body.indexOf(CRLF + mark, headEnd + 2)
    if (next < 0) return null
    const head = body.toString('latin1', at + 2, headEnd)
    const nombre = /content-disposition:[^\r\n]*[;\s]name="([^"]*)"/i.exec(head)?.[1]
    if (nombre === undefined) return null
    const archivo = /content-disposition:[^\r\n]*filename="([^"]*)"/i.exec(head)?.[1] ?? null
    partes.push({ nombre, archivo, bytes: body.subarray(Math.min(headEnd + 4, next), next) })
    at = next + 2 + mark.length
  }
}
