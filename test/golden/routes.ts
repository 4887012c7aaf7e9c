// The dashboard's types of the API, written from the API's own OpenAPI document: what every route takes and answers. A script of
// ours, because what others write of it is fifteen times as long (dashboard §2).

import { join } from 'node:path'
import { described } from '../support/openapi'
import { testApp } from '../support/test-app'

export const ROUTES_FILE = join(import.meta.dir, '../../src/dashboard/api/routes.gen.ts')

interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

type Content = Record<string, { schema?: Schema }>

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Pages for browsers, and what only other servers and programs call. */
const FOREIGN = /^\/(instalar|invitacion|restablecer|ver|docs|metrics|openapi\.json|billing)(\/|$)/

/** The text of `routes.gen.ts` for the API as it stands. */
export async function routesText(): Promise<string> {
  return write(described(await testApp()) as Document)
}

function write({ paths, components }: Document): string {
  const lines = ['// Written by `make golden` from the OpenAPI document of the API: not to be edited.', '']
  for (const [name, schema] of Object.entries(components.schemas))
    lines.push(`export type ${name} = ${typeOf(schema)}`, '')
  lines.push('export interface Routes {')
  for (const [path, operations] of Object.entries(paths)) {
    if (FOREIGN.test(path)) continue
    for (const method of METHODS) {
      const operation = operations[method]
      if (!operation) continue
      const key = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      lines.push(`  '${key}': {`, ...parts(operation).map((part) => `    ${part}`), '  }')
    }
  }
  return [...lines, '}', ''].join('\n')
}

function parts({ parameters = [], requestBody, responses }: Operation): string[] {
  const named = (place: string) => parameters.filter((one) => one.in === place)
  const fields = (list: typeof parameters): string =>
    `{ ${list.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
  const found: string[] = []
  if (named('path').length) found.push(`params: ${fields(named('path'))}`)
  if (named('query').length) found.push(`query: ${fields(named('query'))}`)
  if (requestBody) {
    const body = Object.entries(requestBody.content).map(([type, { schema }]) =>
      type === 'multipart/form-data' ? 'FormData' : typeOf(schema ?? {}),
    )
    found.push(`body${requestBody.required ? '' : '?'}: ${union(body)}`)
  }
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) found.push('idempotent: true')
  // A slow route is also answered by its job.
  const replies = Object.entries(responses).filter(([status]) => /^2/.test(status))
  found.push(`response: ${union(replies.map(([, { content }]) => replyOf(content)))}`)
  return found
}

/** An answer that is no JSON arrives as bytes; of a list with a CSV form, screens read the JSON. */
function replyOf(content: Content | undefined): string {
  if (!content || Object.keys(content).length === 0) return 'undefined'
  const json = content['application/json']
  return json ? typeOf(json.schema ?? {}) : 'Blob'
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    // A schema with alternatives may say what all of them share beside them.
    const shared = schema.properties ? `${objectOf(schema)} & ` : ''
    return `${shared}(${union(choices.map(typeOf))})`
  }
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  return union([schema.type ?? 'unknown'].flat().map((type) => plain(type, schema)))
}

function plain(type: string, schema: Schema): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return `Array<${typeOf(schema.items ?? {})}>`
  if (type === 'object') return objectOf(schema)
  return type
}

function objectOf({
  properties = {},
  required = [],
  additionalProperties,
  patternProperties,
}: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const more = patternProperties
    ? union(Object.values(patternProperties).map(typeOf))
    : typeof additionalProperties === 'object'
      ? typeOf(additionalProperties)
      : additionalProperties || !fields.length
        ? 'unknown'
        : null
  // An index signature would have to hold for the named fields too. (`Record` could not name itself.)
  if (more !== null && !fields.length) return `{ [name: string]: ${more} }`
  return `{ ${fields.join('; ')} }`
}

const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
const union = (types: string[]): string => [...new Set(types)].join(' | ') || 'never'
