// The one way an expected failure is said: a stable code, a Spanish message, and the faults by field (http §8).

import type { CodigoAdvertencia } from './advertencias'
import type { Regla } from './reglas'

/** Every machine code an answer of the API may carry. `http/errors.ts` gives each its status. */
export type ErrorCode =
  | 'INVALID_JSON'
  | 'INVALID_PARAMETER'
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'SECOND_FACTOR_REQUIRED'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_INVALID'
  | 'REFRESH_REUSED'
  | 'API_KEY_INVALID'
  | 'API_KEY_EXPIRED'
  | 'API_KEY_REVOKED'
  | 'FORBIDDEN'
  | 'SCOPE_REQUIRED'
  | 'SESSION_REQUIRED'
  | 'SECOND_FACTOR_STALE'
  | 'SECOND_FACTOR_MISSING'
  | 'NO_ACTIVE_COMPANY'
  | 'PLAN_LIMIT'
  | 'EMISSION_LIMIT'
  | 'PLAN_FEATURE'
  | 'NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'PERIOD_NOT_SYNCED'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'ALREADY_EXISTS'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_MISMATCH'
  | 'INVALID_STATE'
  | 'ACCOUNT_MOVED'
  | 'ALREADY_REPLACED'
  | 'NO_FOLIOS'
  | 'GUIDE_NOT_FOUND'
  | 'GUIDE_NOT_INVOICEABLE'
  | 'GUIDE_ALREADY_INVOICED'
  | 'GUIDE_VOIDED'
  | 'GUIDES_MIXED_RECEIVER'
  | 'SET_UNREADABLE'
  | 'SET_UNSUPPORTED'
  | 'SET_DOUBTS'
  | 'CERT_ORDER'
  | 'CERT_CLOSED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_ERROR'
  | 'INVALID_RUT'
  | 'DOCUMENT_TYPE_NOT_ALLOWED'
  | 'REFERENCE_NOT_FOUND'
  | 'REFERENCE_NOT_VERIFIED'
  | 'AMOUNT_MISMATCH'
  | 'BALANCE_EXCEEDED'
  | 'INTL_PURCHASE_BLOCKED'
  | 'EXCHANGE_RATE_MISSING'
  | 'ACCOUNT_MISSING'
  | 'ACCOUNT_DETAIL_MISSING'
  | 'VOUCHER_UNBALANCED'
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_INVALID'
  | 'CAF_INVALID'
  | 'CAF_EXPIRED'
  | 'CAF_WRONG_COMPANY'
  | 'RATE_LIMIT'
  | 'INTERNAL_ERROR'
  | 'SII_REFUSED'
  | 'CAPTCHA_REQUIRED'
  | 'PORTAL_LOCKED'
  | 'PORTAL_CREDENTIALS_MISSING'
  | 'PORTAL_FORBIDDEN'
  | 'SII_ERROR'
  | 'QUEUE_UNAVAILABLE'
  | 'SERVER_BUSY'
  | 'SII_UNAVAILABLE'
  | 'SII_TIMEOUT'
  | 'MAIL_ERROR'
  | 'MAILBOX_ERROR'
  | 'EXTRACTION_ERROR'
  | 'PAYMENT_ERROR'

/** One thing wrong with one field of a request. `campo` is its path (`detalle[0].precio`), `mensaje` is Spanish. */
export interface Fault {
  campo: string
  regla: Regla
  mensaje: string
  /** The specific code of the fault, when it has one; `VALIDATION_ERROR` otherwise. */
  code?: ErrorCode
  /** Data for a program beyond the message: further keys of the fault's entry in `detalles`. */
  datos?: Readonly<Record<string, unknown>>
}

/** Something that does not refuse a document but that its issuer should know (http §0). */
export interface Advertencia {
  code: CodigoAdvertencia
  campo: string
  mensaje: string
}

interface AppErrorOptions {
  detalles?: object[]
  /** How many more faults there are than `detalles` tells. */
  omitidos?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected failure: `code` and `message` (Spanish) reach the client, `cause` only the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detalles: object[] | undefined
  readonly omitidos: number
  readonly headers: Record<string, string> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { detalles, omitidos = 0, headers, cause }: AppErrorOptions = {},
  ) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.detalles = detalles
    this.omitidos = omitidos
    this.headers = headers
  }
}

/** A path or query value that cannot be read; `mensaje` begins with a capital and is put behind the name. */
export function invalidParameter(campo: string, regla: Regla, mensaje: string): AppError {
  const named = `${campo}: ${mensaje[0]!.toLowerCase()}${mensaje.slice(1)}`
  return new AppError('INVALID_PARAMETER', named, { detalles: [{ campo, regla, mensaje: named }] })
}

/** Faults a refusal tells one by one; of the others it tells how many there are. */
export const FAULTS_MAX = 100

/** Faults that were found and are told by their number alone. */
export interface Omitidas {
  cuantas: number
  /** The codes they have. */
  codes: ReadonlySet<ErrorCode>
}

const NINGUNA: Omitidas = { cuantas: 0, codes: new Set() }

/** The code of a fault that has none of its own. */
export const codeOf = ({ code }: Pick<Fault, 'code'>): ErrorCode => code ?? 'VALIDATION_ERROR'

/**
 * All faults of one request as one error: its code is the specific one when every fault shares it, else
 * `VALIDATION_ERROR` (http §8). The first `max` stand in it.
 */
export function faultsError(
  faults: readonly Fault[],
  { cuantas, codes }: Omitidas = NINGUNA,
  max = FAULTS_MAX,
): AppError {
  const [shared, ...others] = new Set([...faults.map(codeOf), ...codes])
  const total = faults.length + cuantas
  const shown = faults.slice(0, max)
  const where = total > shown.length ? `detalles tiene los primeros ${shown.length}` : 'vea detalles'
  const message = total === 1 && shown[0] ? shown[0].mensaje : `La solicitud tiene ${total} errores; ${where}`
  return new AppError(shared && !others.length ? shared : 'VALIDATION_ERROR', message, {
    detalles: shown.map(({ campo, regla, mensaje, datos }) => ({ campo, regla, mensaje, ...datos })),
    omitidos: total - shown.length,
  })
}
