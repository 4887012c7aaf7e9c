// The responses of an operation, for the OpenAPI document: its route's schemas, the faults of its shape (a
// credential, a body, a path), and those that it names itself. A test holds every answer of the suite
// against it.

import type { ErrorCode } from '../domain/errors'
import { type Access, CONSUME, SHOWN, UPLOAD } from './credential'
import { CUANDO } from './error-catalogue'
import { STATUS } from './error-status'
import { ErrorBody } from './errors'
import {
  CONTENIDO,
  type Detail,
  type DocumentedRoute,
  ERRORES,
  IDEMPOTENCY_PARAMETER,
} from './openapi-detail'
import { LIMIT_HEADERS } from './openapi-headers'
import { CREDENCIAL } from './openapi-refusals'
import { exampleOf, toJsonSchema } from './openapi-schema'
import { AJENA } from './query'

interface Answer {
  description: string
  headers?: Record<string, object>
  content?: Record<string, object>
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const texto = (description: string, more: object = {}) => ({
  description,
  schema: { type: 'string' },
  ...more,
})

/** Headers that answers of more than one operation carry. */
const HEADERS: Record<string, object> = {
  'X-Request-Id': texto('Identifica la solicitud en los registros; el del cliente, si envió uno.', {
    required: true,
  }),
  'WWW-Authenticate': texto('Siempre `Bearer`.', { required: true }),
  'Retry-After': { description: 'Segundos que conviene esperar.', schema: { type: 'integer', minimum: 1 } },
  'Idempotent-Replayed': texto('`true` cuando es la respuesta guardada de la misma Idempotency-Key.'),
  ETag: texto('Con `If-None-Match` y este valor, lo que no cambió responde 304.'),
  'Content-Disposition': texto('El nombre del archivo.'),
  'X-Registro': texto(
    '`completo`: el tramo entero del registro; `parcial`: le falta algo, por los filtros o porque no se leyó entero.',
  ),
}

/** For the `detail.responses` of a download that answers 304 to whoever has the bytes. */
export const DESCARGA = {
  200: {
    description: 'El archivo',
    headers: { ETag: header('ETag'), 'Content-Disposition': header('Content-Disposition') },
  },
  304: {
    description: 'No cambió desde el `If-None-Match`',
    headers: { ETag: header('ETag'), 'Content-Disposition': header('Content-Disposition') },
  },
}

/** For the `detail.responses` of a file that is made as it is sent. */
export const ARCHIVO = {
  200: { description: 'El archivo', headers: { 'Content-Disposition': header('Content-Disposition') } },
}

/** For the `detail.responses` of a list that is also had as CSV. */
export const TABLA = {
  200: { description: 'Correcto', headers: { 'Content-Disposition': header('Content-Disposition') } },
}

/** The same for one that is a file of the register. */
export const TABLA_RCV = {
  200: { ...TABLA[200], headers: { ...TABLA[200].headers, 'X-Registro': header('X-Registro') } },
}

/** The content of an answer that is a page. */
export const HTML = { 'text/html': { schema: { type: 'string' as const } } }

/** For the `detail.responses` of a 404 that is a page. */
export const PAGINA_404 = {
  404: { description: 'La página que dice que no hay nada', content: HTML },
}

const ERROR = toJsonSchema(ErrorBody)

/** Told before any operation is found, or of a job alone. */
const OF_NO_OPERATION: ReadonlySet<ErrorCode> = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'MAIL_ERROR',
])

/** The components that all responses refer to. */
export const components = () => ({
  schemas: {},
  headers: { ...HEADERS, ...LIMIT_HEADERS },
  examples: Object.fromEntries(
    (Object.keys(CUANDO) as ErrorCode[])
      .filter((code) => !OF_NO_OPERATION.has(code))
      .map((code) => [code, { summary: CUANDO[code], value: exampleError(code) }]),
  ),
})

const DETALLES: Partial<Record<ErrorCode, object>> = {
  VALIDATION_ERROR: { campo: 'detalle[0].precio', regla: 'requerido', mensaje: 'Es obligatorio' },
  SCOPE_REQUIRED: { scope: 'dte:emitir' },
  NO_FOLIOS: { tipo_dte: 33, disponibles: 0 },
}

const exampleError = (code: ErrorCode): ErrorBody => ({
  ok: false,
  error: CUANDO[code].replaceAll('`', '').replace(/\.$/, ''),
  code,
  ...(DETALLES[code] && { detalles: [DETALLES[code]] }),
})

/** Every answer of a route by status, `default` for what comes before any route. */
export function responsesOf(route: DocumentedRoute, access: Access, detail: Detail): Record<string, Answer> {
  const known = { ...successes(route, detail), ...failures(route, access, detail) }
  const all: Record<string, Answer> = known
  for (const [status, said] of Object.entries(detail.responses ?? {}))
    all[status] = {
      ...known[status],
      ...said,
      ...(said.content && { content: drawn(said.content) }),
      headers: { ...known[status]?.headers, ...said.headers },
    } as Answer
  for (const answer of Object.values(all))
    answer.headers = { 'X-Request-Id': header('X-Request-Id'), ...answer.headers }
  return all
}

/** The content of a route's answer, its schemas as the document writes them, each with an example. */
const drawn = (content: Record<string, { schema?: object }>): object =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema: given, ...rest }]) => {
      if (!given) return [type, rest]
      const schema = toJsonSchema(given)
      return [type, { schema, ...(type === 'application/json' && { example: exampleOf(schema) }), ...rest }]
    }),
  )

const DESCRIPTIONS: Record<string, string> = {
  200: 'Correcto',
  201: 'Creado',
  202: 'Aceptado, en cola',
  204: 'Hecho, sin cuerpo',
}

function successes({ hooks }: DocumentedRoute, detail: Detail): Record<string, Answer> {
  const response = hooks.response as Record<string, unknown> | undefined
  const files = [detail[CONTENIDO] ?? []].flat()
  const file = Object.fromEntries(
    files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  const own = Object.keys(detail.responses ?? {}).some((status) => /^20[0-9]$/.test(status))
  if (!response) return own && !files.length ? {} : { 200: { description: 'Correcto', content: file } }
  const headers = { ...(isIdempotent(detail) && { 'Idempotent-Replayed': header('Idempotent-Replayed') }) }
  // Elysia takes one schema for 200, or one for each status.
  const byStatus = Object.keys(response).every((key) => /^\d{3}$/.test(key)) ? response : { 200: response }
  return Object.fromEntries(
    Object.entries(byStatus)
      .filter(([status]) => Number(status) < 400)
      .map(([status, given]) => {
        const schema = toJsonSchema(given)
        const json = { 'application/json': { schema, example: exampleOf(schema) }, ...file }
        const description = DESCRIPTIONS[status] ?? `Respuesta ${status}`
        return [status, { description, headers, ...(schema.type !== 'void' && { content: json }) }]
      }),
  )
}

const isIdempotent = ({ parameters = [] }: Detail): boolean =>
  parameters.some((parameter) => (parameter as { name?: string }).name === IDEMPOTENCY_PARAMETER.name)

// The fault of this one format has a code of its own.
const hasRut = (schema: unknown): boolean => JSON.stringify(schema ?? null).includes('"format":"rut"')

/** Every code that a route may answer with. */
function codesOf({ method, path, hooks }: DocumentedRoute, access: Access, detail: Detail): Set<ErrorCode> {
  const when = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : [])
  const body = hooks.body ?? detail.requestBody
  return new Set([
    ...when(body, 'INVALID_JSON'),
    ...when(hooks.query !== AJENA || hooks.params, 'INVALID_PARAMETER'),
    ...when(!access.publico, ...CREDENCIAL),
    ...when(access.permiso && !access.soloSesion, 'SCOPE_REQUIRED'),
    ...when(access.soloSesion, 'SESSION_REQUIRED'),
    ...when(!access.publico && !access.sinFactor, 'SECOND_FACTOR_MISSING'),
    ...when(detail[SHOWN], 'SECOND_FACTOR_STALE'),
    ...when(access.empresa, 'NO_ACTIVE_COMPANY', 'CONFLICT'),
    // The active company may have been deleted.
    ...when(access.empresa && !access.permiso?.endsWith(':leer'), 'INVALID_STATE'),
    // It, or the account, may have moved into another server.
    ...when(
      !access.publico && (method !== 'GET' || detail[CONSUME]) && !path.startsWith('/auth/'),
      'ACCOUNT_MOVED',
    ),
    ...when(detail[CONSUME], 'PLAN_LIMIT'),
    ...when(isRateLimited(path, access), 'RATE_LIMIT'),
    ...when(path.includes(':'), 'NOT_FOUND'),
    ...when(isIdempotent(detail), 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'),
    ...when(body || detail[UPLOAD], 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'),
    ...when((body || detail[UPLOAD]) && !access.publico, 'SERVER_BUSY'),
    ...when(hasRut(hooks.body), 'INVALID_RUT'),
    ...(detail[ERRORES] ?? []),
    ...when(method !== 'GET', 'QUEUE_UNAVAILABLE'),
    'INTERNAL_ERROR',
  ] as ErrorCode[])
}

/** Strangers are counted on /v1 alone, whoever has a credential everywhere. */
export const isRateLimited = (path: string, { publico }: Access): boolean =>
  path.startsWith('/v1/') || !publico

function failures(route: DocumentedRoute, access: Access, detail: Detail): Record<string, Answer> {
  const byStatus = Map.groupBy(codesOf(route, access, detail), (code) => String(STATUS[code]))
  const responses = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      failure(codes.map((code) => `\`${code}\``).join(', '), codes, headersOf(status, codes)),
    ]),
  )
  return { ...responses, default: failure('Otro error; el `code` dice cuál', [], {}) }
}

const saysWhen = (code: ErrorCode): boolean =>
  STATUS[code] === 503 || ['RATE_LIMIT', 'IDEMPOTENCY_IN_PROGRESS', 'PORTAL_LOCKED'].includes(code)

const headersOf = (status: string, codes: ErrorCode[]): Record<string, object> => ({
  ...(status === '401' && { 'WWW-Authenticate': header('WWW-Authenticate') }),
  ...(codes.some(saysWhen) && { 'Retry-After': header('Retry-After') }),
})

const failure = (description: string, codes: ErrorCode[], headers: Record<string, object>): Answer => ({
  description,
  headers,
  content: {
    'application/json': {
      schema: ERROR,
      ...(codes.length > 0 && {
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      }),
    },
  },
})
