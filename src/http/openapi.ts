// The OpenAPI 3.1 description, made from the route table itself: what a route checks is what is documented.

import { ACCESS, type Access, CONSUME, UPLOAD } from './credential'
import { ErrorBody } from './errors'
import { QUOTA_HEADERS, RATE_HEADERS, RETRY_HEADER, withHeaders } from './openapi-headers'
import { exampleOf, type JsonSchema, toJsonSchema } from './openapi-schema'

/** Where a route's detail says the media type of its answer when that is no JSON. */
export const CONTENIDO = 'x-contenido'

/** What is read of an Elysia route. */
export interface DocumentedRoute {
  method: string
  path: string
  hooks: Record<string, unknown>
}

interface Detail {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: object[]
  responses?: Record<string, object>
  requestBody?: object
  [ACCESS]?: Access
  [UPLOAD]?: Record<string, string>
  [CONSUME]?: true
  /** Media type of an answer that is no JSON. */
  [CONTENIDO]?: string
}

/** For the `detail.parameters` of a route that takes the header (contract §9). */
export const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repetir la solicitud con la misma clave devuelve la misma respuesta y no hace nada de nuevo.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
}

const AMBIENTE_PARAMETER = {
  name: 'X-Ambiente',
  in: 'header',
  required: false,
  description:
    'En sesiones, el ambiente en que se trabaja si no es el de la empresa. Una llave sólo admite el suyo.',
  schema: { type: 'string', enum: ['simulacion', 'certificacion', 'produccion'] },
}

const INTRODUCTION = `API de facturación electrónica chilena. Los cuerpos son JSON en UTF-8; los campos desconocidos se rechazan.

Toda respuesta correcta es \`{"ok":true,"data":…}\`, las listas con \`paginacion\`. Todo error es \`{"ok":false,"error","code"}\`, con
\`detalles\` cuando hay varias faltas. Cada respuesta lleva \`X-Request-Id\`.

La empresa emisora se deduce de la credencial: cada llave es de una empresa y un ambiente; en una sesión se elige con
\`POST /v1/empresa/seleccionar\`.

Toda respuesta de /v1 lleva \`X-RateLimit-Limit\`, \`-Remaining\` y \`-Reset\`; quien va demasiado rápido recibe 429 \`RATE_LIMIT\` con
\`Retry-After\`. Lo que sale al SII a nombre de la cuenta gasta una consulta de su cuota mensual, salvo que nada responda o que la
respuesta venga de la memoria (\`X-Cache: HIT\`); esas rutas llevan \`X-Quota-*\`, también al agotarse (403 \`PLAN_LIMIT\`).`

/** The whole document. `servers` is where clients reach the API; relative to the document when null. */
export function createOpenapi(
  routes: readonly DocumentedRoute[],
  { version, publicUrl }: { version: string; publicUrl: string | null },
) {
  const paths: Record<string, Record<string, object>> = {}
  const tags = new Set<string>()
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
    for (const tag of detailOf(route).tags ?? []) tags.add(tag)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Timbre', version, description: INTRODUCTION },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: toJsonSchema(ErrorBody) },
      securitySchemes: {
        sesion: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'El access_token de /auth/login; dura una hora.',
        },
        llave: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Una llave de API, con los alcances que se le dieron.',
        },
      },
    },
  }
}

export const detailOf = ({ hooks }: DocumentedRoute): Detail => (hooks.detail ?? {}) as Detail

function operation(route: DocumentedRoute): object {
  const {
    [ACCESS]: access = NONE,
    [UPLOAD]: upload,
    [CONTENIDO]: _,
    [CONSUME]: consume,
    ...detail
  } = detailOf(route)
  const body = route.hooks.body ? toJsonSchema(route.hooks.body) : null
  return {
    ...detail,
    operationId: operationId(route),
    ...(access.permiso && { 'x-permiso': access.permiso }),
    ...(access.soloSesion && { 'x-solo-sesion': true }),
    ...(access.soloPropietario && { 'x-solo-propietario': true }),
    security: security(access),
    parameters: parameters(route, access, detail),
    ...(body && !detail.requestBody && { requestBody: requestBody(body, upload) }),
    ...(consume && { 'x-consume-cuota': true }),
    responses: withHeaders(
      withOwn({ ...successes(route), ...failures(route, access, consume) }, detail.responses),
      { ...(route.path.startsWith('/v1/') && RATE_HEADERS), ...(consume && QUOTA_HEADERS) },
    ),
  }
}

// What a route says of a status is added to what is known of it.
function withOwn(known: Record<string, object>, own: Record<string, object> = {}): Record<string, object> {
  const merged = { ...known }
  for (const [status, said] of Object.entries(own)) merged[status] = { ...known[status], ...said }
  return merged
}

const operationId = ({ method, path }: DocumentedRoute): string =>
  `${method.toLowerCase()}_${path.replace(/^\/(v1\/)?/, '').replace(/\W+/g, '_')}`

// A route that states nothing is a mistake that a test of all routes finds.
const NONE: Access = { publico: true, permiso: null, soloSesion: false }

function security({ publico, soloSesion }: Access): object[] {
  if (publico) return []
  return soloSesion ? [{ sesion: [] }] : [{ sesion: [] }, { llave: [] }]
}

function parameters({ path, hooks }: DocumentedRoute, access: Access, { parameters = [] }: Detail): object[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const inPath = toJsonSchema(hooks.params ?? {}).properties ?? {}
  const query = toJsonSchema(hooks.query ?? {})
  return [
    ...names.map((name) => parameter(name, 'path', true, inPath[name] ?? { type: 'string' })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) =>
      parameter(name, 'query', query.required?.includes(name) ?? false, schema),
    ),
    ...(access.publico || access.soloSesion ? [] : [AMBIENTE_PARAMETER]),
    ...parameters,
  ]
}

const parameter = (
  name: string,
  place: string,
  required: boolean,
  { description, ...schema }: JsonSchema,
) => ({
  name,
  in: place,
  required,
  ...(description && { description }),
  schema,
})

function requestBody(schema: JsonSchema, upload: Record<string, string> | undefined): object {
  const content: Record<string, object> = { 'application/json': { schema, example: exampleOf(schema) } }
  if (upload) content['multipart/form-data'] = { schema: formSchema(schema, upload) }
  return { required: true, content }
}

// The same request as a form: its base64 fields are files there, under names of their own.
function formSchema(schema: JsonSchema, upload: Record<string, string>): JsonSchema {
  const properties = { ...schema.properties }
  for (const [file, field] of Object.entries(upload)) {
    delete properties[field]
    properties[file] = { type: 'string', format: 'binary' }
  }
  return { ...schema, properties }
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'Correcto',
  201: 'Creado',
  202: 'Aceptado, en cola',
  204: 'Hecho, sin cuerpo',
}

function successes(route: DocumentedRoute): Record<string, object> {
  const response = route.hooks.response as Record<string, unknown> | undefined
  const contenido = detailOf(route)[CONTENIDO]
  if (contenido) {
    const content = { [contenido]: { schema: { type: 'string', format: 'binary' } } }
    return { 200: { description: 'Correcto', content } }
  }
  const own = Object.keys(detailOf(route).responses ?? {}).some((status) => status.startsWith('2'))
  if (!response) return own ? {} : { 200: { description: 'Correcto' } }
  // Elysia takes one schema for 200, or one for each status.
  const byStatus = Object.keys(response).every((key) => /^\d{3}$/.test(key)) ? response : { 200: response }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, schema]) => {
      const json = toJsonSchema(schema)
      const empty = json.type === 'void'
      return [
        status,
        {
          description: DESCRIPTIONS[status] ?? `Respuesta ${status}`,
          ...(!empty && { content: { 'application/json': { schema: json } } }),
        },
      ]
    }),
  )
}

function failures({ path, hooks }: DocumentedRoute, access: Access, consume = false): Record<string, object> {
  const responses: Record<string, object> = {}
  const fail = (status: string, description: string) => {
    responses[status] = {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  if (hooks.body) fail('400', 'INVALID_JSON: el cuerpo no se puede leer')
  else if (hooks.query) fail('400', 'INVALID_PARAMETER: un parámetro no es válido')
  if (!access.publico) {
    fail('401', 'Falta la credencial, venció o no es válida')
    const byRight = access.permiso || access.soloPropietario
    const denied = byRight ? 'Falta el permiso o el alcance' : 'SESSION_REQUIRED: sólo para sesiones'
    fail('403', consume ? `${denied}. PLAN_LIMIT: se agotaron las consultas del mes; cambie de plan` : denied)
  }
  if (path.includes(':')) fail('404', 'NOT_FOUND: no existe, o es de otra empresa')
  if (hooks.body) {
    fail('413', 'PAYLOAD_TOO_LARGE')
    fail('415', 'UNSUPPORTED_MEDIA_TYPE')
    fail('422', 'VALIDATION_ERROR o una regla: todas las faltas en `detalles`')
  }
  if (path.startsWith('/v1/')) {
    fail('429', 'RATE_LIMIT: demasiadas solicitudes seguidas')
    responses[429] = { ...responses[429], headers: RETRY_HEADER }
  }
  fail('default', 'Otro error; el `code` dice cuál')
  return responses
}
