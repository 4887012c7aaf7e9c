// One operation on the documentation page: what it asks, what it takes, what it answers, and a form to try it.

import { AQUI, NOMBRE } from '../openapi-names'
import type { JsonSchema } from '../openapi-schema'
import { fieldText, type Html, html, inline, prose } from './html'
import { isCalled, samplesOf } from './samples'

interface Media {
  schema?: JsonSchema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

/** An operation of the OpenAPI document, with its place in it. */
export interface Operation {
  path: string
  method: string
  tags?: string[]
  summary?: string
  description?: string
  security: object[]
  'x-permiso'?: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

/** A webhook of the OpenAPI document. */
export type Evento = Pick<Operation, 'summary' | 'parameters' | 'requestBody'> & { kind: string }

/** A text as the address of its place on the page. */
export const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * The search text of an operation: its own words and the names of its fields, each once, without those of
 * failures.
 */
function wordsOf(operation: Operation): string {
  const { path, method, summary = '', parameters, requestBody, responses } = operation
  const good = Object.entries(responses).filter(([status]) => !isFailure(status))
  const bodies = [requestBody?.content ?? {}, ...good.map(([, { content = {} }]) => content)]
  const schemas = bodies.flatMap((content) => Object.values(content).flatMap(({ schema }) => schema ?? []))
  const names = [
    ...parameters.map(({ name }) => name),
    ...schemas.flatMap((schema) =>
      fieldsOf(schema as JsonSchema, '').map(([field]) => field.slice(field.lastIndexOf('.') + 1)),
    ),
  ]
  return `${method} ${path} ${summary} ${operation['x-permiso'] ?? ''} ${[...new Set(names)].join(' ')}`.toLowerCase()
}

/** An operation in the list: what it is, its details brought when it is opened. */
export function operationRow(operation: Operation): Html {
  const { path, method, summary = '' } = operation
  const id = slug(`${method} ${path}`)
  return html`
<details class="operacion" id="${id}" data-texto="${wordsOf(operation)}" data-parte="${id}">
<summary><span class="metodo">${method.toUpperCase()}</span><code>${path}</code><span class="resumen">${summary}</span></summary>
</details>`
}

/** All that is told of an operation. */
export function operationView(operation: Operation, server: string): Html {
  const { description, parameters, requestBody } = operation
  const body = requestBody?.content['application/json']
  return html`
${description && prose(description)}
${parameters.length > 0 && html`<h4>Parámetros</h4>${parametersView(parameters)}`}
${body?.schema && html`<h4>Cuerpo</h4>${fieldsView(body.schema)}`}
<h4>Respuestas</h4>
${Object.entries(operation.responses).map(responseView)}
${isCalled(operation) && callView(operation, server)}
`
}

/** How an operation is called, and a form to try it. */
function callView(operation: Operation, server: string): Html {
  const body = operation.requestBody?.content['application/json']
  const example = body && (body.example ?? Object.values(body.examples ?? {})[0]?.value)
  return html`<h4>Ejemplos</h4>
${samplesOf(operation, server, example).map(
  ([language, text]) => html`<details><summary>${language}</summary><pre>${text}</pre></details>`,
)}
<h4>Probar</h4>
${tryView(operation, example)}`
}

/** A kind of event in the list. */
export const eventRow = ({ kind, summary = '' }: Evento): Html => {
  const id = slug(`evento ${kind}`)
  return html`
<details class="operacion" id="${id}" data-texto="${`${kind} ${summary}`.toLowerCase()}" data-parte="${id}">
<summary><code>${kind}</code><span class="resumen">${summary}</span></summary>
</details>`
}

/** The view of one kind of event for a receiver of webhooks. */
export const eventView = ({ parameters, requestBody }: Evento): Html => {
  const { schema, example } = requestBody!.content['application/json']!
  return html`
<h4>Encabezados</h4>${parametersView(parameters)}
<h4>Cuerpo</h4>${fieldsView(schema!)}
<pre>${JSON.stringify(example, null, 2)}</pre>`
}

const parametersView = (parameters: Parameter[]): Html => html`<table>
${parameters.map(
  ({ name, in: place, required, description, schema }) => html`<tr><td><code>${name}</code></td>
<td class="tenue">${PLACES[place]}${required && ', obligatorio'}</td><td>${kindOf(schema)}</td>
<td>${fieldText([description, wordsOfNamed(schema)].filter(Boolean).join(' '))}</td></tr>`,
)}
</table>`

/** The values of a schema with a name, which its parameter does not tell. */
const wordsOfNamed = (schema: JsonSchema): string => (NOMBRE in schema ? (schema.description ?? '') : '')

const PLACES = { path: 'ruta', query: 'consulta', header: 'encabezado' }

function fieldsView(schema: JsonSchema): Html {
  const rows = fieldsOf(schema, '')
  if (!rows.length) return html`<p>${kindOf(schema)}</p>`
  return html`<table>${rows.map(
    ([name, field, required]) => html`<tr><td><code>${name}</code></td>
<td class="tenue">${required && 'obligatorio'}</td><td>${kindOf(field)}</td>
<td>${fieldText([field[AQUI], field.description].filter(Boolean).join(' '))}</td></tr>`,
  )}</table>`
}

// Every field with its path, as validation errors name it.
function fieldsOf(schema: JsonSchema, prefix: string): [string, JsonSchema, boolean][] {
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`)
  const variants = schema.anyOf?.flatMap((variant) => fieldsOf(variant, prefix)) ?? []
  const own = Object.entries(schema.properties ?? {}).flatMap(
    ([name, field]): [string, JsonSchema, boolean][] => {
      const path = prefix ? `${prefix}.${name}` : name
      return [[path, field, schema.required?.includes(name) ?? false], ...fieldsOf(field, path)]
    },
  )
  // The shapes of one thing, as a list or without: the fields of the first that has any are those of all.
  const [shape = []] =
    schema.oneOf?.map((one) => fieldsOf(one, prefix)).filter((fields) => fields.length) ?? []
  return [...own, ...variants, ...shape]
}

const KINDS: Record<string, string> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'true o false',
  object: 'objeto',
  array: 'lista',
  null: 'null',
}

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' · ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(kindOf))].join(' o ')
  if (schema.items) return `lista de ${kindOf(schema.items)}`
  const types = [schema.type ?? []].flat()
  const text = types.map((type) => KINDS[type] ?? type).join(' o ') || 'cualquier valor'
  const limits = [
    schema.format && `${schema.format}`,
    schema.maxLength !== undefined && `hasta ${schema.maxLength} caracteres`,
    schema.minimum !== undefined && `desde ${schema.minimum}`,
    schema.maximum !== undefined && `hasta ${schema.maximum}`,
  ].filter(Boolean)
  return limits.length ? `${text} (${limits.join(', ')})` : text
}

const isFailure = (status: string): boolean => !/^[123]/.test(status)

function responseView([status, { description, content = {} }]: [
  string,
  Operation['responses'][string],
]): Html {
  const [type, media] = Object.entries(content)[0] ?? []
  const head = html`<code>${status}</code> ${inline(description)}`
  // The body of a failure is one and the same: a hundred operations with a dozen each made a page of 24 MB.
  if (isFailure(status)) return html`<p>${head}</p>`
  const schema = type === 'application/json' && media?.schema
  return html`<details><summary>${head}${type && type !== 'application/json' && ` · ${type}`}</summary>
${schema && fieldsView(schema)}</details>`
}

/** The body of every failure, of the first operation that tells one. */
export function failureView(operations: readonly Operation[]): Html | undefined {
  const schema = operations
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => isFailure(status))
    .map(([, { content }]) => content?.['application/json']?.schema)
    .find((one) => one !== undefined)
  return schema && fieldsView(schema)
}

function tryView({ path, method, parameters }: Operation, body: unknown): Html {
  const example = body === undefined ? undefined : JSON.stringify(body, null, 2)
  return html`<form class="probar" data-method="${method.toUpperCase()}" data-path="${path}">
${parameters.map(
  ({ name, in: place, required }) =>
    html`<label>${name}<input name="${name}" data-in="${place}"${required && { html: ' required' }}></label>`,
)}
${example !== undefined && html`<textarea rows="${Math.min(24, example.split('\n').length + 1)}" spellcheck="false">${example}</textarea>`}
<button>Enviar</button><output></output></form>`
}
