// A file as an answer: its name, how a browser is to take it, and 304 to who has it already (http §11).

import { createHash } from 'node:crypto'

export const DISPOSICIONES = {
  attachment: 'el navegador lo guarda',
  inline: 'el navegador lo muestra',
} as const

interface Archivo {
  bytes: Uint8Array
  type: string
  name: string
  /** A browser knows the name of what it shows, too. */
  disposicion: keyof typeof DISPOSICIONES | undefined
}

/** A file, or 304 to who has it already. */
export function fileResponse(request: Request, { bytes, type, name, disposicion }: Archivo): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  const headers = {
    'content-type': type,
    'content-disposition': `${disposicion ?? 'attachment'}; filename="${name}"`,
    // The type of the content holds, whatever a browser makes of its bytes.
    'x-content-type-options': 'nosniff',
    // A script in the XML of a stranger would else run as ours, with the session of who looks at it.
    ...(type.startsWith('application/xml') && { 'content-security-policy': "sandbox; default-src 'none'" }),
    etag,
    'cache-control': 'private, no-cache',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}
