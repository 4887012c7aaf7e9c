// The OpenAPI 3.1 description, made from the route table itself: what a route checks is what is documented.

import { type Pause, pauses } from '../base/turn'
import { ACCESS, type Access, CONSUME, UPLOAD } from './credential'
import { accessKeys, accessText, security } from './openapi-access'
import {
  CONTENIDO,
  type Dibujo,
  type DocumentedRoute,
  detailOf,
  ERRORES,
  NOMBRES_RUTA,
  operationId,
  pathOf,
  WEBHOOK_DOCS,
  WHEN_DRAWN,
} from './openapi-detail'
import { EMISSION_HEADERS, QUOTA_HEADERS, RATE_HEADERS, withHeaders } from './openapi-headers'
import type { Document } from './openapi-kinds'
import { createNames } from './openapi-names'
import { parametersOf } from './openapi-parameters'
import { publish } from './openapi-published'
import { CODIGOS } from './openapi-refusals'
import { components, isRateLimited, responsesOf } from './openapi-responses'
import { exampleOf, type JsonSchema, toJsonSchema } from './openapi-schema'
import { TAGS } from './openapi-tags'
import { webhooksOf } from './openapi-webhooks'

export { type DocumentedRoute, detailOf, IDEMPOTENCY_PARAMETER, NOMBRES_RUTA, pathOf } from './openapi-detail'

const INTRODUCTION = `API de facturación electrónica chilena. Los cuerpos son JSON en UTF-8; los campos desconocidos se rechazan, y los
parámetros de consulta que vienen dos veces también. Cada operación se lee entera en \`/docs\`: sus reglas, qué significa cada valor y los
cuerpos de los eventos.

Toda respuesta correcta es \`{"ok":true,"data":…}\`, las listas con \`paginacion\`. Todo error es \`{"ok":false,"error","code"}\`, con
\`detalles\` cuando hay varias faltas. Un valor de \`orden\` con \`-\` es de mayor a menor, o lo último primero. Cada respuesta lleva \`X-Request-Id\`; la de un archivo, su nombre en \`Content-Disposition\`; la
guardada de una \`Idempotency-Key\`, \`Idempotent-Replayed: true\`.

\`x-permiso\` es el permiso o alcance que pide una operación; \`x-o-permiso\`, otro que también sirve; \`x-solo-sesion\`, que una llave no entra; \`x-solo-propietario\` y
\`x-cuenta-entera\`, que sólo un propietario, o quien ve todas las empresas de la cuenta; \`x-segundo-factor\`, que a quien lo tiene se le pide cada 10 minutos.

La empresa emisora se deduce de la credencial: cada llave es de una empresa y un ambiente; en una sesión se elige con
\`POST /v1/empresa/seleccionar\`. \`X-Empresa: emp_…\` afirma cuál es: con otra, 409 \`CONFLICT\`. \`X-Ambiente\` elige el ambiente en una
sesión, si no es el de la empresa; una llave sólo admite el suyo.

Toda respuesta de /v1 lleva \`X-RateLimit-Limit\`, \`-Remaining\` y \`-Reset\`; quien va demasiado rápido recibe 429 \`RATE_LIMIT\` con
\`Retry-After\`. Lo que sale al SII a nombre de la cuenta gasta una consulta de su cuota mensual, salvo que nada responda o que la
respuesta venga de la memoria (\`X-Cache: HIT\`); esas rutas, las de \`x-consume-cuota\`, llevan \`X-Quota-*\`, también al agotarse (403
\`PLAN_LIMIT\`). Las que emiten llevan \`X-Emission-*\`.

Lo que no alcanza a ser una solicitud se contesta sin cuerpo ni \`X-Request-Id\`, y la conexión se cierra: 431 si la primera línea y los
encabezados pasan de 16 KiB o de doscientos, 400 o 505 si no son HTTP/1.1 bien formado, 413 si anuncian más de 4 GiB.`

interface About {
  version: string
  /** Where clients reach the API; relative to the document when null. */
  publicUrl: string | null
  /** The name of a session's cookie. */
  cookie: string
  /** Chile's date, of which the examples are. */
  hoy: string
}

/** The document as published, made in pieces between which the server answers. */
export async function createOpenapi(routes: readonly DocumentedRoute[], about: About): Promise<Document> {
  const pause = pauses()
  const { paths, webhooks, ...whole } = await describeInPieces(routes, about, pause)
  const { walk, schemas } = createNames()
  const named: Document['paths'] = {}
  for (const [path, methods] of Object.entries(paths)) {
    await pause()
    named[path] = walk(methods) as Document['paths'][string]
  }
  const document = { ...whole, paths: named, webhooks: walk(webhooks) }
  return publish({ ...document, components: { ...whole.components, schemas } } as Document, pause)
}

type Tag = keyof typeof TAGS

/** The whole document with every schema where it is used. */
export const describeApi = (routes: readonly DocumentedRoute[], about: About) =>
  document(
    routes,
    routes.map((route) => operation(route, about.hoy)),
    about,
  )

/** The same, made a route at a time. */
export async function describeInPieces(routes: readonly DocumentedRoute[], about: About, pause: Pause) {
  const operations: object[] = []
  for (const route of routes) {
    await pause()
    operations.push(operation(route, about.hoy))
  }
  await pause()
  return document(routes, operations, about)
}

function document(
  routes: readonly DocumentedRoute[],
  operations: readonly object[],
  { version, publicUrl, cookie }: About,
) {
  const paths: Record<string, Record<string, object>> = {}
  const tags = new Set<string>()
  for (const [i, route] of routes.entries()) {
    const path = pathOf(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operations[i]! }
    for (const tag of detailOf(route).tags ?? []) tags.add(tag)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Timbre', version, description: INTRODUCTION },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name as Tag] })),
    paths,
    webhooks: webhooksOf(routes),
    components: {
      ...components(),
      securitySchemes: {
        sesion: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'El access_token de /auth/login; dura una hora.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description:
            'La sesión de un navegador, de POST /auth/cookie. Por https el nombre comienza con `__Host-`; termina en seis caracteres ' +
            'propios del servidor. Al usarla, `Set-Cookie` la renueva a lo más una vez al día. Fuera de GET y HEAD, la solicitud ' +
            'lleva el `Origin` de este servidor.',
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

function operation(route: DocumentedRoute, hoy: string): object {
  const whole = detailOf(route)
  const {
    [ACCESS]: access = NONE,
    [UPLOAD]: upload,
    [CONSUME]: consume,
    [CONTENIDO]: _c,
    [ERRORES]: errores,
    [WHEN_DRAWN]: draw,
    [WEBHOOK_DOCS]: _a,
    [NOMBRES_RUTA]: _n,
    ...detail
  } = whole
  const { description, examples }: Dibujo = draw?.(hoy) ?? {}
  const body = route.hooks.body ? toJsonSchema(route.hooks.body) : null
  return {
    ...detail,
    operationId: operationId(route),
    description: [detail.description, accessText(access, detail), description].filter(Boolean).join('\n\n'),
    ...accessKeys(access),
    security: detail.security ?? security(access),
    parameters: parametersOf(route, access, detail),
    ...(body && !detail.requestBody && { requestBody: requestBody(body, upload, examples) }),
    ...(consume && { 'x-consume-cuota': consume }),
    ...(errores?.length && { [CODIGOS]: errores }),
    responses: withHeaders(responsesOf(route, access, whole), {
      ...(isRateLimited(route.path, access) && RATE_HEADERS),
      ...(consume && QUOTA_HEADERS),
      ...(errores?.includes('EMISSION_LIMIT') && EMISSION_HEADERS),
    }),
  }
}

// A route that states nothing is a mistake that a test of all routes finds.
const NONE: Access = { publico: true, permiso: null, soloSesion: false, empresa: false }

// A body that may be null may be left out: without one, null is what the route reads.
function requestBody(
  nullable: JsonSchema,
  upload: Record<string, string> | undefined,
  examples: Dibujo['examples'],
): object {
  const required = !nullable.type?.includes('null')
  const schema = required ? nullable : { ...nullable, type: 'object' }
  const content: Record<string, object> = {
    'application/json': { schema, ...(examples ? { examples } : { example: exampleOf(schema) }) },
  }
  if (upload) content['multipart/form-data'] = { schema: formSchema(schema, upload) }
  return { required, content }
}

/** A number that is taken as a text too is one in a form. */
const isNumeral = ({ anyOf = [] }: JsonSchema): boolean =>
  ['integer', 'string'].every((wanted) => anyOf.some(({ type }) => type === wanted))
const isText = (schema: JsonSchema): boolean => schema.type === 'string' || isNumeral(schema)
const textOf = ({ anyOf, examples, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...anyOf?.find(({ type }) => type === 'string'),
  ...(examples && { examples: examples.map(String) }),
})

// The same request as a form: its base64 fields are files there, under names of their own, beside its texts. What can be
// asked without a file is asked in JSON.
function formSchema(
  { properties = {}, required: inJson = [], dependentRequired = {} }: JsonSchema,
  files: Record<string, string>,
): JsonSchema {
  const fileOf = new Map(Object.entries(files).map(([file, field]) => [field, file]))
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, JsonSchema][] => {
    const file = fileOf.get(name)
    if (!file) return isText(schema) ? [[name, textOf(schema)]] : []
    return [[file, { type: 'string', format: 'binary', description: `El archivo; en JSON es \`${name}\`.` }]]
  })
  const needed = [...inJson, ...Object.values(files).flatMap((field) => dependentRequired[field] ?? [])]
  const required = fields.map(([name]) => name).filter((name) => files[name] || needed.includes(name))
  return { type: 'object', properties: Object.fromEntries(fields), required, additionalProperties: false }
}
