// The reaction of a screen to each error code of the API (dashboard §6). One table: a code without a row
// does not compile.

import type { CodigoFalla } from './fault'

/**
 * `campos`: at the fields it names, and in the form's summary. `entrar`: log in again over the page. `permiso`: says what the role
 * lacks. `plan`: use of the plan, and the way to another. `no_existe`: the Not found state. `empresa`: another tab went to another
 * company. `folios`: ask for folios on the spot. `certificado`, `portal`: the way to the certificate, to the access to the SII.
 * `esperar`: wait and send again with the same key. `sin_conexion`: nobody answers. `informar`: the message and the request id.
 * `mensaje`: the API's words say it all.
 */
type Trato =
  | 'campos'
  | 'entrar'
  | 'permiso'
  | 'plan'
  | 'no_existe'
  | 'empresa'
  | 'folios'
  | 'certificado'
  | 'portal'
  | 'esperar'
  | 'sin_conexion'
  | 'informar'
  | 'mensaje'

interface Conducta {
  trato: Trato
  /** Adds to the API's words the fate of the request, or the remedy. */
  agregado?: string
}

const campos: Conducta = { trato: 'campos' }
const mensaje: Conducta = { trato: 'mensaje' }
const entrar: Conducta = { trato: 'entrar' }
const certificado: Conducta = { trato: 'certificado' }
const portal: Conducta = { trato: 'portal' }
const plan: Conducta = { trato: 'plan' }
const permiso: Conducta = { trato: 'permiso' }
const NADA_DESCONTADO = 'No se descontó ninguna consulta.'

export const CONDUCTA: Readonly<Record<CodigoFalla, Conducta>> = {
  INVALID_JSON: { trato: 'informar' },
  INVALID_PARAMETER: campos,
  UNAUTHORIZED: entrar,
  INVALID_CREDENTIALS: mensaje,
  // The log-in form asks for the code itself.
  SECOND_FACTOR_REQUIRED: mensaje,
  TOKEN_EXPIRED: entrar,
  TOKEN_INVALID: entrar,
  REFRESH_REUSED: entrar,
  API_KEY_INVALID: entrar,
  API_KEY_EXPIRED: entrar,
  API_KEY_REVOKED: entrar,
  FORBIDDEN: permiso,
  SCOPE_REQUIRED: permiso,
  SESSION_REQUIRED: permiso,
  // Asked for over the page, and the request goes again.
  SECOND_FACTOR_STALE: mensaje,
  SECOND_FACTOR_MISSING: mensaje,
  NO_ACTIVE_COMPANY: { trato: 'empresa' },
  PLAN_LIMIT: plan,
  EMISSION_LIMIT: plan,
  PLAN_FEATURE: plan,
  NOT_FOUND: { trato: 'no_existe' },
  PERIOD_NOT_SYNCED: mensaje,
  ROUTE_NOT_FOUND: { trato: 'informar', agregado: 'El servidor es de otra versión: recargue la página.' },
  METHOD_NOT_ALLOWED: { trato: 'informar', agregado: 'El servidor es de otra versión: recargue la página.' },
  CONFLICT: mensaje,
  ALREADY_EXISTS: campos,
  IDEMPOTENCY_IN_PROGRESS: { trato: 'esperar' },
  IDEMPOTENCY_MISMATCH: mensaje,
  INVALID_STATE: mensaje,
  ACCOUNT_MOVED: mensaje,
  NO_FOLIOS: { trato: 'folios' },
  GUIDE_NOT_FOUND: mensaje,
  GUIDE_NOT_INVOICEABLE: mensaje,
  ALREADY_REPLACED: mensaje,
  GUIDE_ALREADY_INVOICED: mensaje,
  GUIDE_VOIDED: mensaje,
  GUIDES_MIXED_RECEIVER: mensaje,
  SET_UNREADABLE: mensaje,
  SET_UNSUPPORTED: mensaje,
  SET_DOUBTS: mensaje,
  CERT_ORDER: mensaje,
  CERT_CLOSED: mensaje,
  PAYLOAD_TOO_LARGE: mensaje,
  UNSUPPORTED_MEDIA_TYPE: { trato: 'informar' },
  VALIDATION_ERROR: campos,
  INVALID_RUT: campos,
  DOCUMENT_TYPE_NOT_ALLOWED: campos,
  REFERENCE_NOT_FOUND: campos,
  REFERENCE_NOT_VERIFIED: mensaje,
  AMOUNT_MISMATCH: campos,
  BALANCE_EXCEEDED: campos,
  INTL_PURCHASE_BLOCKED: mensaje,
  EXCHANGE_RATE_MISSING: mensaje,
  ACCOUNT_MISSING: mensaje,
  ACCOUNT_DETAIL_MISSING: mensaje,
  VOUCHER_UNBALANCED: mensaje,
  CERTIFICATE_MISSING: certificado,
  CERTIFICATE_EXPIRED: certificado,
  CERTIFICATE_INVALID: certificado,
  CAF_INVALID: campos,
  CAF_EXPIRED: campos,
  CAF_WRONG_COMPANY: campos,
  RATE_LIMIT: { trato: 'esperar' },
  INTERNAL_ERROR: { trato: 'informar' },
  SII_REFUSED: mensaje,
  CAPTCHA_REQUIRED: mensaje,
  PORTAL_LOCKED: portal,
  PORTAL_CREDENTIALS_MISSING: portal,
  PORTAL_FORBIDDEN: portal,
  SII_ERROR: mensaje,
  QUEUE_UNAVAILABLE: { trato: 'esperar', agregado: 'Nada se emitió.' },
  SERVER_BUSY: { trato: 'esperar', agregado: 'Nada se hizo.' },
  SII_UNAVAILABLE: { trato: 'mensaje', agregado: NADA_DESCONTADO },
  SII_TIMEOUT: { trato: 'mensaje', agregado: NADA_DESCONTADO },
  MAIL_ERROR: mensaje,
  MAILBOX_ERROR: mensaje,
  EXTRACTION_ERROR: mensaje,
  PAYMENT_ERROR: mensaje,
  SIN_RESPUESTA: { trato: 'sin_conexion', agregado: 'Lo escrito queda en este equipo.' },
  SIN_CONEXION: { trato: 'sin_conexion', agregado: 'Lo escrito queda en este equipo.' },
}
