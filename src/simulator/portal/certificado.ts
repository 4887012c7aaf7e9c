// The certificate that a connection presented (simulator §11.2). In one process there is no TLS, so two headers stand for it: the
// certificate, and a signature over method, path and minute, which proves who holds its key as a handshake would.

import { verify } from 'node:crypto'
import { type Persona, readPersona } from '../persona'
import type { Sim } from '../sim'

/** Both clocks may be on other sides of a minute. */
const MINUTOS = [0, -1, 1]

/** The end of a handshake without a good certificate: no answer, whatever its HTTP. */
const alert = (name: string): TypeError =>
  Object.assign(new TypeError('fetch failed'), { code: `ERR_SSL_${name}` })

/** The person who presented a certificate and holds its key. Throws as a failed handshake does. */
export function presentedCertificate({ machine }: Sim, request: Request): Persona {
  const base64 = request.headers.get('x-simulador-certificado')
  const persona = base64 ? readPersona(base64) : null
  if (!persona) throw alert('SSLV3_ALERT_HANDSHAKE_FAILURE')
  const path = new URL(request.url).pathname.replace(/^\/herculesr(?=\/)/, '')
  const signature = Buffer.from(request.headers.get('x-simulador-firma') ?? '', 'base64')
  // By the machine's clock, not the one that people move: a client signs by its own.
  const holds = MINUTOS.some((minute) => {
    const at = new Date(machine().getTime() + minute * 60_000).toISOString().slice(0, 16)
    return verify('sha256', Buffer.from(`${request.method} ${path} ${at}`), persona.llave, signature)
  })
  if (!holds) throw alert('TLSV1_ALERT_DECRYPT_ERROR')
  return persona
}
