// Every fault becomes one body, `{ok:false, error, code, detalles?}`, with the status of its code (http §0, §8).

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { ValueError } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { Elysia, NotFoundError, ParseError, ValidationError } from 'elysia'
import type { Log } from '../base/log'
import { AppError, type Fault, faultsError } from '../domain/errors'
import { DISCO_LLENO, isDiskFull, isStorageFault } from '../store/storage-fault'
import { loggablePath } from './access-log'
import { Detalles } from './detalles'
import { Codigo } from './envelope'
import { CUANDO } from './error-catalogue'
import { STATUS } from './error-status'
import { schemaFaults } from './faults'
import { isMovedFault, MUDADA } from './moved'
import { formOf, inForm, type UploadFields } from './multipart'
import { toldParameter } from './query'
import { RATE_LIMIT } from './rate-limit'
import { requestIdOf } from './request-id'
import { discardUnread } from './unread'

/** Every code with when it comes back. */
export const CodigoError = Codigo(
  Object.fromEntries(
    Object.entries(CUANDO).map(([code, when]) => [code, when.replace(/\.$/, '')]),
  ) as typeof CUANDO,
  { 'x-nombre': 'CodigoError', description: 'Código estable para un programa.' },
)

export const ErrorBody = Type.Object(
  {
    ok: Type.Literal(false),
    error: Type.String({ description: 'Mensaje para una persona.' }),
    code: CodigoError,
    detalles: Type.Optional(Detalles),
    detalles_omitidos: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Cuántas faltas más hay que las de `detalles`, que trae las primeras 100; corregidas ésas, se dicen las siguientes. ' +
          'En lo que no es un documento se cuentan hasta 1.000.',
      }),
    ),
  },
  { additionalProperties: false, 'x-nombre': 'RespuestaError' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** The body that a client sees of an expected failure. */
export const toErrorBody = ({ message, code, detalles, omitidos }: AppError): ErrorBody => ({
  ok: false,
  error: message,
  code,
  ...(detalles && { detalles }),
  ...(omitidos > 0 && { detalles_omitidos: omitidos }),
})

const STORAGE = 'La base de datos no admite cambios: lo pedido no se guardó; repita después'
const FULL = `${DISCO_LLENO}: lo pedido no se guardó; libere espacio en él y repita`
const INTERNAL = 'Ocurrió un error interno; si se repite, informe el X-Request-Id de esta respuesta'

/** Sees every fault of every route; it must be used before any area (src §4). */
export const errorHandler = ({
  log,
  methodsOf,
  schemasOf,
  stranger,
}: {
  log: Log
  /** Methods that the router knows for a path. */
  methodsOf: (path: string) => string[]
  schemasOf: (method: string, route: string) => Schemas
  /** Counts a request that showed no good credential; the fault when its address sent too many. */
  stranger: (request: Request, set: Set) => AppError | null
}) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, async (context) => {
    const { error, request, set, path, route, params, query, body } = context
    await discardUnread(request)
    const uncounted = path.startsWith('/v1/') && !(RATE_LIMIT in set.headers)
    const fault =
      (uncounted && stranger(request, set)) ||
      (error instanceof ValidationError && error.type !== 'response'
        ? requestFault(error, { params, query, body }, schemasOf(request.method, route), formOf(context))
        : expected(error, request.method, path, methodsOf))
    if (fault) {
      if (STATUS[fault.code] >= 500)
        log.warn('http.unavailable', { request_id: requestIdOf(set), code: fault.code, cause: fault.cause })
      return answer(fault, set)
    }
    log.error('http.internal_error', {
      request_id: requestIdOf(set),
      method: request.method,
      path: loggablePath(path),
      error: error instanceof ValidationError ? responseFault(error) : error,
    })
    return answer(new AppError('INTERNAL_ERROR', INTERNAL), set)
  })

type Set = { status?: number | string; headers: Record<string, string | number> }

function answer(fault: AppError, set: Set): ErrorBody {
  set.status = STATUS[fault.code]
  // RFC 9110 §15.5.2: a 401 names the scheme that would help.
  if (set.status === 401) set.headers['www-authenticate'] = 'Bearer'
  Object.assign(set.headers, fault.headers)
  return toErrorBody(fault)
}

/** The fault as the client may know it; null for a bug of ours. */
function expected(
  error: unknown,
  method: string,
  path: string,
  methodsOf: (path: string) => string[],
): AppError | null {
  if (error instanceof AppError) return error
  if (isMovedFault(error)) return new AppError('ACCOUNT_MOVED', MUDADA)
  if (isStorageFault(error))
    return new AppError('QUEUE_UNAVAILABLE', isDiskFull(error) ? FULL : STORAGE, {
      headers: { 'retry-after': '5' },
      cause: error,
    })
  if (error instanceof NotFoundError) {
    const allow = methodsOf(path)
    if (!allow.length) return new AppError('ROUTE_NOT_FOUND', `No existe la ruta ${method} ${path}`)
    return new AppError('METHOD_NOT_ALLOWED', `La ruta ${path} no admite el método ${method}`, {
      headers: { allow: allow.join(', ') },
    })
  }
  // Elysia wraps whatever a parse hook throws, and credentials are checked there too.
  if (error instanceof ParseError) return error.cause instanceof AppError ? error.cause : null
  return null
}

/** The schemas of a route. */
export type Schemas = Partial<Record<'params' | 'query' | 'body', TSchema | undefined>>

/** All that is wrong with path, query and body, where Elysia stops at `first`, one of the three. */
function requestFault(
  first: ValidationError,
  parts: { [K in keyof Schemas]: unknown },
  schemas: Schemas,
  form: UploadFields,
): AppError {
  const faultsOf = (part: keyof Schemas, root: string): Fault[] => {
    const schema = schemas[part]
    const found = part === first.type ? findings(first) : schema ? Value.Errors(schema, parts[part]) : []
    return schemaFaults(found, root).map((fault) => named(inForm(fault, form)))
  }
  const unread = (['params', 'query'] as const)
    .flatMap((part) => faultsOf(part, part))
    .map((fault) => ({ ...toldParameter(fault, schemas.query), code: 'INVALID_PARAMETER' as const }))
  // As unreadable as a text that is no JSON, which is told alone too.
  if (parts.body === null && schemas.body && !Value.Check(schemas.body, null))
    return new AppError('INVALID_JSON', 'Falta el cuerpo de la solicitud, un objeto JSON')
  return faultsError([...unread, ...faultsOf('body', '')])
}

// `nombre: es obligatorio`: the message alone must tell which field it is about.
const named = (fault: Fault): Fault => {
  const { campo, mensaje } = fault
  return campo && !mensaje.startsWith(`${campo}: `)
    ? { ...fault, mensaje: `${campo}: ${mensaje[0]!.toLowerCase()}${mensaje.slice(1)}` }
    : fault
}

// The text of Elysia's own error holds the whole answer, which may carry tokens: only what was wrong is logged.
const responseFault = (error: ValidationError) => ({
  name: 'answer breaks its own schema',
  faults: schemaFaults(findings(error), ''),
})

// Every schema of ours is TypeBox's, compiled by Elysia.
const findings = ({ validator, value }: ValidationError): Iterable<ValueError> =>
  'Errors' in validator ? validator.Errors(value) : []
