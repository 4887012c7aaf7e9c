// Every answer is typed to its last field, so that a client made from the document has no value that could be anything. That the
// answers are what is documented is held in every test (support/openapi-check.ts).

import { beforeAll, describe, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { testApp } from '../support/test-app'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}

interface Answers {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Answers>>
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
  components: { schemas: Record<string, Schema> }
}

const WEBAUTHN = 'what the browser reads, of another standard'
const BLOCKS = 'blocks of a request to issue, of which the emission has the table (http §0)'
/** The settlements of a set. */
const SETTLEMENTS = ['aduana{}', 'propio{}', 'receptores[]{}', 'receptores_extranjeros[]{}', 'traslado{}']
const ONE_SET = '/v1/certificacion/{id}/sets/{clase}'
/** Not typed, and why. */
const FREE: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...[`get ${ONE_SET}`, `put ${ONE_SET}/ajustes`].flatMap((route) => [
        ...SETTLEMENTS.map((at) => `${route} 200.data.ajustes.${at}`),
        `${route} 200.data.casos[].solicitud`,
      ]),
      `get ${ONE_SET}/casos/{caso} 200.data.solicitud`,
    ].map((at) => [at, BLOCKS]),
  ),
  ...Object.fromEntries(
    [
      ...['get /v1/borradores 200.data[]', 'post /v1/borradores 201.data'],
      ...['get /v1/borradores/{id} 200.data', 'put /v1/borradores/{id} 200.data'],
      ...['get /v1/recurrentes 200.data[]', 'post /v1/recurrentes 201.data'],
      ...['get', 'put'].map((method) => `${method} /v1/recurrentes/{id} 200.data`),
      ...['adelantar', 'pausar', 'reanudar', 'terminar'].map(
        (verb) => `post /v1/recurrentes/{id}/${verb} 200.data`,
      ),
      'get /v1/recurrentes/{id}/proximas 200.data[]',
    ].map((at) => [`${at}.solicitud{}`, 'a request as it was written, half or whole']),
  ),
  'get /openapi.json 200': 'the document itself, of another standard',
  'get /v1/dte/estado/{trackId} 200.data.detalle[].estado':
    'a code as the SII wrote it, of a list that it does not publish',
  'get /v1/empresa/{id}/programacion 200.data.estado': 'a list: how each task stands',
  'post /auth/llaves-acceso/comenzar 200.data.opciones': WEBAUTHN,
  'post /auth/llaves-acceso/confirmar/comenzar 200.data.opciones': WEBAUTHN,
  'post /auth/login/llave-acceso/comenzar 200.data.opciones': WEBAUTHN,
  'put /v1/empresa/{id}/programacion 200.data.estado': 'a list: how each task stands',
}

/** The same of events. */
const FREE_EVENTS: Record<string, string> = {
  'intercambio.respuesta.data.estado': 'a code of the exchange, as another’s program wrote it',
}

/** Where a schema admits what it does not describe. */
function untyped(schema: Schema, at: string, schemas: Document['components']['schemas']): string[] {
  const found: string[] = []
  const seen = new Set<string>()

  function walk(s: Schema, at: string): void {
    if (s.$ref) {
      const name = s.$ref.split('/').pop()!
      if (!seen.has(name)) walk(schemas[seen.add(name) && name]!, at)
      return
    }
    const variants = s.anyOf ?? s.oneOf
    for (const one of variants ?? []) walk(one, at)
    if (variants || s.enum || s.const !== undefined) return
    const types = [s.type ?? 'anything'].flat()
    if (types.includes('anything')) found.push(at)
    if (types.includes('array')) s.items ? walk(s.items, `${at}[]`) : found.push(`${at}[]`)
    if (!types.includes('object')) return
    const fields = Object.entries(s.properties ?? {})
    // A map says what its values are; anything else, its fields and no more.
    if (typeof s.additionalProperties === 'object') walk(s.additionalProperties, `${at}{}`)
    else if (!fields.length || s.additionalProperties !== false) found.push(at)
    for (const [name, field] of fields) {
      walk(field, `${at}.${name}`)
      if (/^estado(_sii|_acuse)?$/.test(name) && !isClosed(field)) found.push(`${at}.${name}`)
    }
  }

  const isClosed = (s: Schema): boolean => {
    const one = s.$ref ? schemas[s.$ref.split('/').pop()!]! : s
    const variants = one.anyOf ?? one.oneOf
    return variants
      ? variants.every(isClosed)
      : one.type === 'null' || one.enum !== undefined || one.const !== undefined
  }

  walk(schema, at)
  return found
}

let document: Document
beforeAll(async () => {
  document = described(await testApp())
})

describe('every answer', () => {
  test('says what each of its fields is, and each state which there are', () => {
    const found: string[] = []
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        for (const [status, { content = {} }] of Object.entries(responses)) {
          for (const { schema = {} } of Object.values(content))
            found.push(...untyped(schema, `${method} ${path} ${status}`, document.components.schemas))
        }
      }
    }
    expect(found.toSorted()).toEqual(Object.keys(FREE).toSorted())
  })

  test('and so does every event', () => {
    const found = Object.entries(document.webhooks).flatMap(([name, { post }]) =>
      untyped(post.requestBody.content['application/json']!.schema, name, document.components.schemas),
    )
    expect(found).toEqual(Object.keys(FREE_EVENTS))
  })
})

test.each<[string, Schema, string[]]>([
  ['an object without fields', { type: 'object', properties: {}, additionalProperties: false }, ['x']],
  ['an open object', { type: 'object', properties: { a: { type: 'string' } } }, ['x']],
  ['a map of anything', { type: 'object', additionalProperties: {} }, ['x{}']],
  ['a list of anything', { type: 'array' }, ['x[]']],
  ['anything, in a variant', { anyOf: [{ type: 'null' }, {}] }, ['x']],
  ['a state in words of its own', object({ estado: { type: ['string', 'null'] } }), ['x.estado']],
  ['what it refers to', { $ref: '#/components/schemas/Mala' }, ['x.a']],
  ['nothing in what is typed', object({ estado_sii: { enum: ['aceptado'] }, a: { type: 'string' } }), []],
  ['nothing in a map of numbers', { type: 'object', additionalProperties: { type: 'integer' } }, []],
])('this test sees %s', (_, schema, found) => {
  expect(untyped(schema, 'x', { Mala: object({ a: {} }) })).toEqual(found)
})

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, additionalProperties: false }
}
