// The meaning of a mail server's refusals and of broken connections to it.

import { CasillaFault } from './casilla'
import { oneLine } from './one-line'

interface ImapError {
  authenticationFailed?: boolean
  serverResponseCode?: string
  responseStatus?: string
  responseText?: string
  /** The server's words when it ended the connection. */
  reason?: string
  code?: string
  /** By STARTTLS. */
  tlsFailed?: boolean
}

/** The server understood and said no. */
export const isRefusal = (fault: unknown): boolean => (fault as ImapError).responseStatus === 'NO'

/** Answers that are about the server, not about who comes or what he asks for (RFC 5530). */
const PASAJERO = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN', 'THROTTLED'])

export const isPassing = (fault: unknown): boolean =>
  PASAJERO.has(((fault as ImapError).serverResponseCode ?? '').toUpperCase())

/** In words for a person, and whether it is for good. */
export function toFault(cause: unknown): CasillaFault {
  if (cause instanceof CasillaFault) return cause
  const fault = cause as ImapError
  const { authenticationFailed, responseStatus = '', responseText, reason, code = '', tlsFailed } = fault
  const words = responseText || (CORTADA.has(code) ? reason : '')
  const said = words ? `: ${oneLine(words).slice(0, 200)}` : ''
  // Cut off in the middle of a login says nothing of the password; an answer by BAD is an answer, and another try would be one too many.
  if (authenticationFailed && ['NO', 'BAD'].includes(responseStatus) && !isPassing(fault))
    return new CasillaFault('clave', `El servidor de correo no admitió el usuario o la clave${said}`, {
      cause,
    })
  const what =
    textOf(code) ??
    (tlsFailed
      ? 'El servidor de correo no cifra la conexión (STARTTLS), y sin eso no se le dice la clave'
      : authenticationFailed && !responseStatus
        ? 'El servidor de correo no admite entrar con usuario y clave'
        : 'El servidor de correo no respondió lo esperado')
  return new CasillaFault('conexion', `${what}${said}`, { cause })
}

function textOf(code: string): string | null {
  if (TEXTOS[code]) return TEXTOS[code]
  if (!/CERT|SELF_SIGNED|UNABLE_TO/i.test(code)) return null
  const why =
    POR_QUE.find(([what]) => what.test(code))?.[1] ??
    'no lo firmó ninguna autoridad conocida; si es propia, quien opera Timbre la agrega con NODE_EXTRA_CA_CERTS'
  return `El certificado del servidor de correo no es de confianza: ${why} (${code})`
}

const POR_QUE: readonly (readonly [code: RegExp, why: string])[] = [
  [/ALTNAME/i, 'es de otro nombre que el del servidor'],
  [/EXPIRED/i, 'venció'],
  [/NOT_YET_VALID/i, 'aún no rige'],
  [/REVOKED/i, 'fue revocado'],
]

const CORTADA = new Set(['NoConnection', 'ClosedAfterConnectText', 'ClosedAfterConnectTLS'])

const TEXTOS: Record<string, string> = {
  ERR_SSL_WRONG_VERSION_NUMBER:
    'El servidor de correo no cifra desde el comienzo en ese puerto: elija starttls, o el puerto 993',
  ECONNREFUSED: 'El servidor de correo rechazó la conexión',
  ECONNRESET: 'El servidor de correo cortó la conexión',
  NoConnection: 'El servidor de correo cortó la conexión',
  EConnectionClosed: 'El servidor de correo cortó la conexión',
  ClosedAfterConnectText: 'El servidor de correo cortó la conexión',
  ClosedAfterConnectTLS: 'El servidor de correo cortó la conexión',
  CONNECT_TIMEOUT: 'El servidor de correo no respondió a tiempo',
  GREETING_TIMEOUT:
    'El servidor de correo no saludó a tiempo: revise el puerto, y si cifra desde el comienzo (tls) o después (starttls)',
  ETIMEOUT: 'El servidor de correo no respondió a tiempo',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo',
  UPGRADE_TIMEOUT: 'El servidor de correo no respondió a tiempo',
}
