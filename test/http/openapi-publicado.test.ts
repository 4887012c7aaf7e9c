// What `/openapi.json` publishes says the same as the whole description, which the tests hold every answer to: each operation has
// its answers, refusals, bodies and parameters, and nothing stands in it twice.

import { beforeAll, describe, expect, test } from 'bun:test'
import { STATUS } from '../../src/http/errors'
import { COMUNES } from '../../src/http/openapi-refusals'
import { described } from '../support/openapi'
import { testApp } from '../support/test-app'

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
type Any = any

let whole: Any
let published: Any
beforeAll(async () => {
  const app = await testApp()
  whole = described(app)
  published = (await app.get('/openapi.json')).body
})

const operationsOf = ({ paths, webhooks }: Any): [string, Any][] => [
  ...Object.entries<Any>(paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, one]): [string, Any] => [`${method} ${path}`, one]),
  ),
  ...Object.entries<Any>(webhooks).map(([kind, { post }]): [string, Any] => [kind, post]),
]

/** A part with all that it refers to written out, but for what it is part of itself; of an answer without what only requests say. */
function expand(part: Any, { components }: Any, answer: boolean, above: readonly string[] = []): Any {
  if (Array.isArray(part)) return part.map((one) => expand(one, { components }, answer, above))
  if (typeof part !== 'object' || part === null) return part
  if (typeof part.$ref === 'string') {
    const [, , kind, name] = part.$ref.split('/')
    const text = JSON.stringify(components[kind][name])
    if (above.includes(text)) return 'again'
    const { $ref: _, ...beside } = part
    return { ...expand(components[kind][name], { components }, answer, [...above, text]), ...beside }
  }
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key, value]) => !(answer && key === 'additionalProperties' && value === false))
      .filter(([key, value]) => !(/^examples?$/.test(key) && (answer || Array.isArray(value))))
      .map(([key, value]) => [key, expand(value, { components }, answer, above)]),
  )
}

const TOLD_OF_ALL = /^X-(Request-Id|RateLimit-\w+)$/
const isRefusal = (status: string): boolean => status === 'default' || /^[45]/.test(status)

describe('every operation as published', () => {
  test('takes the parameters and the body that are described', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { parameters = [], requestBody }] of operationsOf(whole)) {
      const given = places.get(at)
      expect([at, expand(given.parameters ?? [], published, false)]).toEqual([
        at,
        expand(parameters, whole, false),
      ])
      const isEvent = !at.includes('/')
      expect([at, expand(given.requestBody ?? null, published, isEvent)]).toEqual([
        at,
        expand(requestBody ?? null, whole, isEvent),
      ])
    }
  })

  test('answers what is described, but that the headers of all answers are told of in the introduction', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { responses }] of operationsOf(whole)) {
      const given = places.get(at)
      for (const [status, response] of Object.entries<Any>(responses)) {
        const json = Object.keys(response.content ?? {}).join() === 'application/json'
        if (isRefusal(status) && (json || !at.includes('/'))) continue
        const { headers, ...rest } = expand(response, whole, true)
        const own = Object.entries(headers ?? {}).filter(([name]) => !TOLD_OF_ALL.test(name))
        const { headers: told = {}, ...said } = expand(given.responses[status], published, true)
        expect([at, status, said]).toEqual([at, status, rest])
        expect([at, status, told]).toEqual([at, status, Object.fromEntries(own)])
      }
    }
    for (const name of ['X-Request-Id', 'X-RateLimit-Limit'])
      expect(published.info.description).toContain(name)
  })

  test('is refused with the codes that are described: its own by status, and those of all', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { responses }] of operationsOf(whole)) {
      if (!at.includes('/')) continue
      const { 'x-codigos': own = {}, responses: shared } = places.get(at)
      for (const [status, { content }] of Object.entries<Any>(responses)) {
        if (!isRefusal(status) || status === 'default') continue
        const codes = Object.keys(content['application/json']?.examples ?? {})
        const known = [...(own[status] ?? []), ...COMUNES.filter((code) => String(STATUS[code]) === status)]
        expect([at, status, codes.filter((code) => !known.includes(code))]).toEqual([at, status, []])
        expect([at, status, (own[status] ?? []).filter((code: string) => !codes.includes(code))]).toEqual([
          at,
          status,
          [],
        ])
      }
      for (const status of Object.keys(own))
        expect(shared[status]).toEqual({ $ref: `#/components/responses/Error${status}` })
      expect(shared.default).toEqual({ $ref: '#/components/responses/Error' })
    }
  })

  test('refers to what stands in the document, and all that stands there is referred to', () => {
    const { securitySchemes: _, ...kinds } = published.components
    const parts = Object.entries<Any>(kinds).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    )
    const refs = [...JSON.stringify(published).matchAll(/"#\/components\/([^"]+)"/g)].map(([, at]) => at)
    expect(new Set(parts)).toEqual(new Set(refs as string[]))
  })
})

describe('what would stand twice', () => {
  /** Every schema without a name of its own, as text. */
  function* inline(part: Any): Generator<string> {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries<Any>(part)) {
      if (/^(items|schema|additionalProperties)$/.test(key) && value && !value.$ref)
        yield JSON.stringify(value)
      if (key === 'properties')
        for (const one of Object.values<Any>(value)) if (!one.$ref) yield JSON.stringify(one)
      yield* inline(value)
    }
  }

  test('has a name: every answer, and every schema of some size that is used again', () => {
    for (const [at, { responses }] of operationsOf(published))
      for (const [status, { content }] of Object.entries<Any>(responses)) {
        const schema = content?.['application/json']?.schema
        if (schema) expect([at, status, Object.keys(schema)]).toEqual([at, status, ['$ref']])
      }
    const { parameters: _, ...components } = published.components
    const bodies = operationsOf(published).map(([, { requestBody }]) => requestBody)
    const times = new Map<string, number>()
    for (const text of inline({ components, bodies })) times.set(text, (times.get(text) ?? 0) + 1)
    expect(
      [...times].filter(([text, count]) => text.length >= 200 && count > 1).map(([text]) => text),
    ).toEqual([])
  })

  test('has names of one word each that no number ends', () => {
    const numbered = Object.keys(published.components.schemas).filter((name) => /[a-z]\d$/.test(name))
    expect(numbered).toEqual([])
  })
})
