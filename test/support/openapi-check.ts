// Holds every answer that a test gets, and every event that is sent in it, against the OpenAPI document: its status, error code,
// media type, body and headers are what the document says of that operation, or the test that asked fails. Ajv is the judge, of
// the whole description; that what is published says the same is held in openapi-publicado.test.ts.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import type { DocumentedRoute } from '../../src/http/openapi'
import { describedRoutes } from './openapi'

interface Header {
  required?: boolean
}

interface Media {
  schema?: object
  examples?: object
}

interface Answer {
  content?: Record<string, Media>
  headers?: Record<string, Header | { $ref: string }>
}

interface Operation {
  responses: Record<string, Answer>
}

interface Webhook {
  parameters: { name: string; required: boolean }[]
  requestBody: { content: { 'application/json': { schema: object } } }
}

/** The parts of an answer, its body read. */
export interface Answered {
  status: number
  headers: Headers
  body: string
}

export interface Check {
  /** The faults of the answer to a request for `path`, in words; empty when there are none. */
  answer(method: string, path: string, answer: Answered): string[]
  /** The same of what is sent to a receiver of webhooks. */
  delivery(headers: Record<string, string>, body: string): string[]
}

// Headers of the transport, or of no use to a client of the API; a cookie is renewed with any answer, as its
// security scheme says.
const PLAIN =
  /^(content-(type|length|language|encoding)|date|connection|transfer-encoding|vary|cache-control|x-accel-buffering|set-cookie)$/
// The headers of a page or a file for its browser.
const PAGE = /^(content-security-policy|referrer-policy|x-content-type-options|x-robots-tag)$/
/** The header that an error of a code must carry. */
const HEADER_OF_CODE: Record<string, string> = {
  METHOD_NOT_ALLOWED: 'allow',
  QUEUE_UNAVAILABLE: 'retry-after',
  IDEMPOTENCY_IN_PROGRESS: 'retry-after',
  RATE_LIMIT: 'retry-after',
}
/** Answered before any operation is found. */
const OF_NO_OPERATION = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'])

// The routes are the same in every server of this process, and a schema compiles slowly.
let shared: Check | null = null

/** The check of the servers of this process; `routes` are read the first time. */
export function sharedCheck(routes: readonly DocumentedRoute[]): Check {
  shared ??= createCheck(routes)
  return shared
}

/** A copy of a document, or of a part of it, whose named schemas are those of the document of that `$id`. */
export const referringTo = <T>(id: string, part: unknown): T =>
  JSON.parse(JSON.stringify(part).replaceAll('"#/components/schemas/', `"${id}#/components/schemas/`))

/**
 * Compiles the schemas of a document, each text once: thousands of answers have a schema of the same text. Named schemas become functions
 * of their own, and all stay as first written: most are asked a few times, and compiling was two thirds of the time of test/http.
 */
export function compilerOf(document: { $id: string; components: object }) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addSchema(document)
  const compiled = new WeakMap<object, ValidateFunction>()
  const byText = new Map<string, ValidateFunction>()
  return (schema: object): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(schema)
    const validate = byText.get(text) ?? ajv.compile(schema)
    byText.set(text, validate)
    compiled.set(schema, validate)
    return validate
  }
}

/** A check of its own. */
export function createCheck(routes: readonly DocumentedRoute[]): Check {
  const { paths, webhooks, components } = referringTo<{
    paths: Record<string, Record<string, Operation>>
    webhooks: Record<string, { post: Webhook }>
    components: { headers: Record<string, Header>; schemas: object }
  }>('api', describedRoutes(routes))
  const validatorOf = compilerOf({ $id: 'api', components })
  const anyError = { $ref: 'api#/components/schemas/RespuestaError' }
  const templates = Object.entries(paths)
    .map(([template, operations]) => ({
      operations,
      parameters: template.split('{').length - 1,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
    .sort((a, b) => a.parameters - b.parameters)

  function bodyFaults(schema: object, text: string): string[] {
    const validate = validatorOf(schema)
    if (validate(JSON.parse(text))) return []
    return validate.errors!.map(({ instancePath, message, params }) => {
      return `body${instancePath} ${message} ${JSON.stringify(params)}`
    })
  }

  function find(method: string, path: string): Operation | undefined {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    return templates.find(({ pattern, operations }) => operations[name] && pattern.test(path))?.operations[
      name
    ]
  }

  const isRequired = (header: Header | { $ref: string }): boolean =>
    '$ref' in header
      ? isRequired(components.headers[header.$ref.split('/').pop()!]!)
      : header.required === true

  function headerFaults(
    { headers: documented = {} }: Answer,
    { headers }: Answered,
    json: boolean,
  ): string[] {
    const names = Object.keys(documented).map((name) => name.toLowerCase())
    const missing = Object.entries(documented).filter(
      ([name, header]) => isRequired(header) && !headers.has(name),
    )
    const extra = [...headers.keys()].filter(
      (name) => !names.includes(name) && !PLAIN.test(name) && !(PAGE.test(name) && !json),
    )
    return [
      ...missing.map(([name]) => `header ${name} is missing`),
      ...extra.map((name) => `header ${name} is not documented`),
    ]
  }

  /** An error is the one body of http §0.1, with the headers of its code. */
  function errorFaults({ headers, body }: Answered): string[] {
    const faults = bodyFaults(anyError, body)
    const needed = HEADER_OF_CODE[JSON.parse(body).code]
    return needed && !headers.has(needed) ? [...faults, `header ${needed} is missing`] : faults
  }

  function delivery(headers: Record<string, string>, body: string): string[] {
    const webhook = webhooks[JSON.parse(body).evento]?.post
    if (!webhook) return ['no such event is described']
    const sent = Object.keys(headers).map((name) => name.toLowerCase())
    const told = webhook.parameters.map(({ name }) => name.toLowerCase())
    const missing = webhook.parameters.filter(
      ({ name, required }) => required && !sent.includes(name.toLowerCase()),
    )
    const extra = sent.filter((name) => !told.includes(name) && !/^(host|content-type)$/.test(name))
    return [
      ...missing.map(({ name }) => `header ${name} is missing`),
      ...extra.map((name) => `header ${name} is not described`),
      ...bodyFaults(webhook.requestBody.content['application/json'].schema, body),
    ]
  }

  function answer(method: string, path: string, answer: Answered): string[] {
    const { status, headers, body } = answer
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const json = type === 'application/json'
    const code = status >= 400 && json && body ? JSON.parse(body).code : undefined
    const faults = code === undefined ? [] : errorFaults(answer)
    if (!headers.has('x-request-id')) faults.push('header X-Request-Id is missing')
    if (OF_NO_OPERATION.has(code)) return faults
    const operation = find(method, path)
    if (!operation) return [...faults, 'no such operation is documented']
    const documented = operation.responses[status]
    if (!documented) return [...faults, `status ${status} is not documented: ${body.slice(0, 150)}`]
    faults.push(...headerFaults(documented, answer, json))
    if (!body) return faults
    const media = documented.content?.[type]
    if (!media) return [...faults, `media type ${type} is not documented`]
    if (code !== undefined && !Object.keys(media.examples ?? {}).includes(code))
      faults.push(`code ${code} is not documented`)
    // An error was held against the one body of errors before.
    const known = code !== undefined && media.schema && validatorOf(media.schema) === validatorOf(anyError)
    if (json && media.schema && !known) faults.push(...bodyFaults(media.schema, body))
    return faults
  }

  return { answer, delivery }
}
