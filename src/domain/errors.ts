// The one way an expected failure is said: a stable code, a Spanish message, and the faults by field (contract §8).

/** Every machine code an answer of the API may carry. `http/errors.ts` gives each its status. */
export type ErrorCode =
  | 'INVALID_JSON'
  | 'INVALID_PARAMETER'
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_INVALID'
  | 'REFRESH_REUSED'
  | 'API_KEY_INVALID'
  | 'API_KEY_EXPIRED'
  | 'API_KEY_REVOKED'
  | 'FORBIDDEN'
  | 'SCOPE_REQUIRED'
  | 'SESSION_REQUIRED'
  | 'NO_ACTIVE_COMPANY'
  | 'PLAN_LIMIT'
  | 'EMISSION_LIMIT'
  | 'PLAN_FEATURE'
  | 'NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'ALREADY_EXISTS'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_MISMATCH'
  | 'INVALID_STATE'
  | 'NO_FOLIOS'
  | 'GUIDE_NOT_FOUND'
  | 'GUIDE_NOT_INVOICEABLE'
  | 'GUIDE_ALREADY_INVOICED'
  | 'GUIDE_VOIDED'
  | 'GUIDES_MIXED_RECEIVER'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_ERROR'
  | 'INVALID_RUT'
  | 'DOCUMENT_TYPE_NOT_ALLOWED'
  | 'REFERENCE_NOT_FOUND'
  | 'AMOUNT_MISMATCH'
  | 'BALANCE_EXCEEDED'
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_INVALID'
  | 'CAF_INVALID'
  | 'CAF_EXPIRED'
  | 'CAF_WRONG_COMPANY'
  | 'RATE_LIMIT'
  | 'INTERNAL_ERROR'
  | 'SII_ERROR'
  | 'QUEUE_UNAVAILABLE'
  | 'SII_UNAVAILABLE'
  | 'SII_TIMEOUT'
  | 'MAIL_ERROR'
  | 'PAYMENT_ERROR'

/** One thing wrong with one field of a request. `campo` is its path (`detalle[0].precio`), `mensaje` is Spanish. */
export interface Fault {
  campo: string
  regla: string
  mensaje: string
  /** The specific code of the fault, when it has one; `VALIDATION_ERROR` otherwise. */
  code?: ErrorCode
}

/** Something that does not refuse a document but that its issuer should know (contract §0). */
export interface Advertencia {
  code: string
  campo: string
  mensaje: string
}

export interface AppErrorOptions {
  detalles?: object[]
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected failure: `code` and `message` (Spanish) reach the client, `cause` only the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detalles: object[] | undefined
  readonly headers: Record<string, string> | undefined

  constructor(code: ErrorCode, message: string, { detalles, headers, cause }: AppErrorOptions = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.detalles = detalles
    this.headers = headers
  }
}

/** A path or query value that cannot be read; `mensaje` begins with a capital and is put behind the name. */
export function invalidParameter(campo: string, regla: string, mensaje: string): AppError {
  const named = `${campo}: ${mensaje[0]!.toLowerCase()}${mensaje.slice(1)}`
  return new AppError('INVALID_PARAMETER', named, { detalles: [{ campo, regla, mensaje: named }] })
}

/**
 * All faults of one request as one error: its code is the specific one when every fault shares it, else
 * `VALIDATION_ERROR` (contract §8).
 */
export function faultsError(faults: Fault[]): AppError {
  const first = faults[0]?.code ?? 'VALIDATION_ERROR'
  const code = faults.every((f) => (f.code ?? 'VALIDATION_ERROR') === first) ? first : 'VALIDATION_ERROR'
  const where = faults.length > SHOWN_MAX ? `detalles tiene los primeros ${SHOWN_MAX}` : 'vea detalles'
  const message =
    faults.length === 1 ? faults[0]!.mensaje : `La solicitud tiene ${faults.length} errores; ${where}`
  return new AppError(code, message, {
    detalles: faults.slice(0, SHOWN_MAX).map(({ campo, regla, mensaje }) => ({ campo, regla, mensaje })),
  })
}

// All that a document of a thousand lines may have; a body made of faults is not answered with seven times its size.
const SHOWN_MAX = 1000
