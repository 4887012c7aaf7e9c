// What an operation is refused for, as published: every refusal has one body, so those of a status stand once. An operation names the
// statuses that have codes of its own, with these in its `x-codigos`; `default` is what may happen to any.

import type { ErrorCode } from '../domain/errors'
import { STATUS } from './errors'
import { type Document, eachOperation, type Json, type Operation } from './openapi-kinds'

/** Where an operation names the codes that not every operation has. */
export const CODIGOS = 'x-codigos'

/** What a credential, a body, a query or the server itself brings to any operation. */
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
  'NO_ACTIVE_COMPANY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_ERROR',
  'INVALID_RUT',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'QUEUE_UNAVAILABLE',
  'SERVER_BUSY',
]

/** Headers that every answer of /v1 has: the introduction tells of them, and so do the refusals. */
const EVERYWHERE = /^X-(Request-Id|RateLimit-\w+)$/

const isRefusal = (status: string, { content = {} }: Json): boolean =>
  (status === 'default' || /^[45]\d\d$/.test(status)) &&
  Object.keys(content as Json).join() === 'application/json'

/** `400 INVALID_JSON, INVALID_PARAMETER; 401 …` */
const TOLD = [...Map.groupBy(COMUNES, (code) => STATUS[code])]
  .toSorted(([a], [b]) => a - b)
  .map(([status, codes]) => `${status} ${codes.map((code) => `\`${code}\``).join(', ')}`)
  .join('; ')

const describe = (status: string): string =>
  status === 'default'
    ? `Otro error; el \`code\` dice cuál. De cualquier operación, según lo que lleve: ${TOLD}.`
    : `El \`code\` dice cuál; los propios de la operación están en \`${CODIGOS}\`.`

export function withRefusals<D extends Document>(document: D): D {
  const responses: Record<string, Json> = {}

  /** A reference to the refusal of a status, which has the headers that it has in any operation. */
  function refer(status: string, { headers, content }: Json): Json {
    const name = status === 'default' ? 'Error' : `Error${status}`
    const { schema } = (content as Record<string, Json>)['application/json']!
    const known = (responses[name]?.headers ?? {}) as Json
    responses[name] = {
      description: describe(status),
      headers: { ...known, ...(headers as Json) },
      content: { 'application/json': { schema } },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  function shared(operation: Operation): Operation {
    const kept: Record<string, Json> = {}
    const codes: Record<string, string[]> = {}
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!isRefusal(status, response)) {
        kept[status] = withoutEverywhere(response)
        continue
      }
      if (status === 'default') continue
      const media = (response.content as Record<string, Json>)['application/json']!
      const own = Object.keys((media.examples ?? {}) as Json).filter((code) => !isCommon(code))
      if (own.length) codes[status] = own
      if (own.length) kept[status] = refer(status, response)
      else refer('default', response)
    }
    const all = operation.responses.default
    return {
      ...operation,
      ...(Object.keys(codes).length && { [CODIGOS]: codes }),
      responses: { ...kept, ...(all && { default: refer('default', all) }) },
    }
  }

  const { paths } = eachOperation({ ...document, webhooks: {} }, shared)
  return { ...document, paths, components: { ...document.components, responses } }
}

const isCommon = (code: string): boolean => COMUNES.includes(code as ErrorCode)

function withoutEverywhere({ headers, ...response }: Json): Json {
  const own = Object.entries((headers ?? {}) as Json).filter(([name]) => !EVERYWHERE.test(name))
  return own.length ? { ...response, headers: Object.fromEntries(own) } : response
}
