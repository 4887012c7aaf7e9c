// A route's own documentation in the OpenAPI document, in its `detail`.

import type { ErrorCode } from '../domain/errors'
import type { Operacion } from '../domain/plan/cuota'
import type { ACCESS, Access, CONSUME, SHOWN, UPLOAD } from './credential'

/** Where a route's detail says the media types of its answer that are no JSON. */
export const CONTENIDO = 'x-contenido'

/** Where a route's detail names the error codes that its shape does not tell of. */
export const ERRORES = 'x-errores'

/** Where a route's detail says what depends on the day, of which examples must be: that day in Chile is the argument. */
export const WHEN_DRAWN = 'x-al-dibujar'

/** Where the route that registers a receiver says what is sent to it. */
export const WEBHOOK_DOCS = 'x-avisos'

/** Where a route's detail says what a place of its path is called, if the router has it by the name that another route gave it. */
export const NOMBRES_RUTA = 'x-nombres-ruta'

/** A delivery to a receiver: one of several bodies, with common headers. */
export interface WebhookDocs {
  /** By kind. */
  cuerpos: Readonly<Record<string, { summary: string; schema: unknown }>>
  encabezados: Readonly<Record<string, { description: string; required: boolean; example: string }>>
  respuestas: Readonly<Record<string, string>>
}

/** A route's own documentation, drawn lazily. */
export interface Dibujo {
  /** Put behind its description. */
  description?: string
  /** Requests by name, each with what it shows. */
  examples?: Record<string, { summary: string; value: object }>
}

/** The parts of an Elysia route that are read. */
export interface DocumentedRoute {
  method: string
  path: string
  hooks: Record<string, unknown>
}

export interface Detail {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: object[]
  /** Omitted, what its access says. */
  security?: object[]
  responses?: Record<
    string,
    {
      description?: string
      headers?: Record<string, object>
      content?: Record<string, { schema?: object; example?: unknown }>
    }
  >
  requestBody?: object
  [ACCESS]?: Access
  [UPLOAD]?: Record<string, string>
  [CONSUME]?: Operacion
  [SHOWN]?: true
  [CONTENIDO]?: string | readonly string[]
  [ERRORES]?: readonly ErrorCode[]
  [WHEN_DRAWN]?: (hoy: string) => Dibujo
  [WEBHOOK_DOCS]?: () => WebhookDocs
  [NOMBRES_RUTA]?: Readonly<Record<string, string>>
}

export const detailOf = ({ hooks }: DocumentedRoute): Detail => (hooks.detail ?? {}) as Detail

/** The places of a route's path, as the router and as the document name them. */
export const placesOf = (route: DocumentedRoute): { name: string; called: string }[] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    return { name, called: detailOf(route)[NOMBRES_RUTA]?.[name] ?? name }
  })

/** The path of a route as the document has it: `/v1/bte/{periodo}/sync`. */
export const pathOf = (route: DocumentedRoute): string =>
  placesOf(route).reduce((path, { name, called }) => path.replace(`:${name}`, `{${called}}`), route.path)

export const operationId = (route: DocumentedRoute): string => {
  const words = pathOf(route).replace(/^\/(v1\/)?|[{}]/g, '')
  return `${route.method.toLowerCase()}_${words.replace(/\W+/g, '_')}`
}

/** For the `detail.parameters` of a route that takes the header (http §9). */
export const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repetir la solicitud con la misma clave devuelve la misma respuesta y no hace nada de nuevo.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
}
