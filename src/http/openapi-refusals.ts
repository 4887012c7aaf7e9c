// The refusals of an operation, as published: every refusal has one body, so it stands once, as the
// `default` of each operation, with the status of every code. An operation names in `x-codigos` those that
// it brings itself.

import type { ErrorCode } from '../domain/errors'
import { STATUS } from './error-status'
import { type Document, eachOperation, type Json, type Operation } from './openapi-kinds'

/** Where an operation names the codes that its shape does not bring. */
export const CODIGOS = 'x-codigos'

/** The errors that any operation has by its credential, path, body, query, key or the server itself. */
export const COMUNES: readonly ErrorCode[] = [
  'INVALID_JSON',
  'INVALID_PARAMETER',
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'FORBIDDEN',
  'SCOPE_REQUIRED',
  'SESSION_REQUIRED',
  'SECOND_FACTOR_STALE',
  'SECOND_FACTOR_MISSING',
  'PLAN_LIMIT',
  'NOT_FOUND',
  'NO_ACTIVE_COMPANY',
  'CONFLICT',
  'INVALID_STATE',
  'ACCOUNT_MOVED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_ERROR',
  'INVALID_RUT',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'QUEUE_UNAVAILABLE',
  'SERVER_BUSY',
]

/** The errors of any credential. */
export const CREDENCIAL: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'FORBIDDEN',
]

const isRefusal = (status: string, { content = {} }: Json): boolean =>
  (status === 'default' || /^[45]\d\d$/.test(status)) &&
  Object.keys(content as Json).join() === 'application/json'

/** `400 INVALID_JSON, INVALID_PARAMETER; 401 …` */
const byStatus = (codes: readonly ErrorCode[]): string =>
  [...Map.groupBy(codes, (code) => STATUS[code])]
    .toSorted(([a], [b]) => a - b)
    .map(([status, ofIt]) => `${status} ${ofIt.join(', ')}`)
    .join('; ')

const OWN = (Object.keys(STATUS) as ErrorCode[]).filter((code) => !COMUNES.includes(code))

/** The words for the errors of operations that name `own`, or of all. */
export const told = (own: ReadonlySet<string> = new Set(OWN)): string =>
  `El \`code\` dice cuál. De cualquier operación, según lo que lleve: ${byStatus(COMUNES)}. ` +
  `De las que lo nombran en \`${CODIGOS}\`: ${byStatus(OWN.filter((code) => own.has(code))) || 'ninguno'}.`

export function withRefusals<D extends Document>(document: D): D {
  let headers: Json = {}
  let content: unknown

  function shared(operation: Operation): Operation {
    const kept: Record<string, Json> = {}
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!isRefusal(status, response)) {
        kept[status] = response
        continue
      }
      const { schema } = (response.content as Record<string, Json>)['application/json']!
      headers = { ...headers, ...(response.headers as Json) }
      content = { 'application/json': { schema } }
    }
    return { ...operation, responses: { ...kept, default: { $ref: '#/components/responses/Error' } } }
  }

  const { paths } = eachOperation({ ...document, webhooks: {} }, shared)
  const responses = { Error: { description: told(), headers, content } }
  return { ...document, paths, components: { ...document.components, responses } }
}
