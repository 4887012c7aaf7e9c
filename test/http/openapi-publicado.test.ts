// `/openapi.json` says the same as the whole description, which the tests hold every answer to: each
// operation has its answers, refusals, bodies and parameters, and nothing stands in it twice.

import { beforeAll, describe, expect, test } from 'bun:test'
import { STATUS } from '../../src/http/error-status'
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

const deref = (part: Any, components: Any): Any => {
  const [, , kind, name] = part.$ref?.split('/') ?? []
  return name ? components[kind][name] : part
}

/** The union of several parts' fields, each of which may be such a union. */
const together = (parts: Any[], components: Any): Any => {
  const all = parts.flatMap((one): Any => {
    const part = deref(one, components)
    return part.allOf ? together(part.allOf, components) : part
  })
  const required = all.flatMap((one) => one.required ?? [])
  const properties = Object.assign({}, ...all.map((one) => one.properties))
  return { type: 'object', ...(required.length && { required }), properties }
}

/** A part with all that it refers to written out, but for what it is part of itself, and without words; of an answer without what only
 * requests say. */
function expand(part: Any, { components }: Any, answer: boolean, above: readonly string[] = []): Any {
  if (Array.isArray(part)) return part.map((one) => expand(one, { components }, answer, above))
  if (typeof part !== 'object' || part === null) return part
  if (typeof part.$ref === 'string') {
    const [, , kind, name] = part.$ref.split('/')
    const text = JSON.stringify(components[kind][name])
    if (above.includes(text)) return 'again'
    return expand(components[kind][name], { components }, answer, [...above, text])
  }
  if (part.allOf) return expand(together(part.allOf, components), { components }, answer, above)
  return Object.fromEntries(
    Object.entries(part)
      .map(
        ([key, value]) =>
          [key, key === 'required' && Array.isArray(value) ? value.toSorted() : value] as [string, Any],
      )
      .filter(([key, value]) => key !== 'description' || typeof value !== 'string')
      .filter(([key, value]) => !(answer && key === 'additionalProperties' && value === false))
      .filter(([key, value]) => !(key === 'required' && Array.isArray(value) && !value.length))
      .filter(([key, value]) => !(/^examples?$/.test(key) && (answer || Array.isArray(value))))
      .map(([key, value]) => [key, expand(value, { components }, answer, above)]),
  )
}

const withoutFalse = (parameters: Any[]): Any[] =>
  parameters.map(({ required, ...one }) => ({ ...one, ...(required && { required }) }))

const TAKEN_BY_ALL = /^X-(Ambiente|Empresa)$/
const TOLD_OF_ALL =
  /^(X-(Request-Id|(RateLimit|Quota|Emission)-\w+)|Idempotent-Replayed|Content-Disposition)$/
const isRefusal = (status: string): boolean => status === 'default' || /^[45]/.test(status)

describe('every operation as published', () => {
  test('takes what is described: parameters under one name each, but those that the introduction tells of, and bodies', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { parameters = [], requestBody }] of operationsOf({ ...whole, webhooks: {} })) {
      const given = places.get(at)
      const own = withoutFalse(parameters)
        .filter(({ name }) => !TAKEN_BY_ALL.test(name))
        .filter(({ description }) => !description?.startsWith('Alias de'))
      expect([at, expand(given.parameters ?? [], published, false)]).toEqual([at, expand(own, whole, false)])
      expect([at, expand(given.requestBody ?? null, published, false)]).toEqual([
        at,
        expand(requestBody ?? null, whole, false),
      ])
    }
    for (const name of ['X-Ambiente', 'X-Empresa']) expect(published.info.description).toContain(name)
  })

  test('answers what is described, but that the headers of many answers are told of in the introduction', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { responses }] of operationsOf({ ...whole, webhooks: {} })) {
      const given = places.get(at)
      for (const [status, response] of Object.entries<Any>(responses)) {
        const json = Object.keys(response.content ?? {}).join() === 'application/json'
        if (isRefusal(status) && json) continue
        const { headers, ...rest } = expand(response, whole, true)
        const own = Object.entries(headers ?? {}).filter(([name]) => !TOLD_OF_ALL.test(name))
        const { headers: told = {}, ...said } = expand(given.responses[status], published, true)
        expect([at, status, said]).toEqual([at, status, rest])
        expect([at, status, told]).toEqual([at, status, Object.fromEntries(own)])
      }
    }
    for (const name of [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-Quota-*',
      'X-Emission-*',
      'Content-Disposition',
    ])
      expect(published.info.description).toContain(name)
  })

  test('is refused with the codes that are described: its own, and those of all, each with its status', () => {
    const places = new Map(operationsOf(published))
    for (const [at, { responses }] of operationsOf({ ...whole, webhooks: {} })) {
      const { 'x-codigos': own = [], responses: shared } = places.get(at)
      const described = Object.values<Any>(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      )
      expect([at, described.filter((code) => ![...COMUNES, ...own].includes(code))]).toEqual([at, []])
      expect([at, own.filter((code: string) => !described.includes(code))]).toEqual([at, []])
      expect(shared.default).toEqual({ $ref: '#/components/responses/Error' })
    }
    const { description } = published.components.responses.Error
    for (const [code, status] of Object.entries(STATUS))
      expect(description).toMatch(new RegExp(`\\b${status} (\\w+, )*${code}\\b`))
  })

  test('says who may ask it', () => {
    const places = new Map(operationsOf(published))
    const keys = ['x-permiso', 'x-solo-sesion', 'x-solo-propietario', 'x-cuenta-entera']
    for (const [at, operation] of operationsOf({ ...whole, webhooks: {} }))
      for (const key of keys) expect([at, key, places.get(at)[key]]).toEqual([at, key, operation[key]])
    for (const key of keys) expect(published.info.description).toContain(`\`${key}\``)
  })

  test('is one webhook for the events, whose body is that of one of the kinds', () => {
    const [[, event], ...others] = operationsOf({ ...published, paths: {} }) as [[string, Any]]
    expect(others).toEqual([])
    const kinds = operationsOf({ ...whole, paths: {} })
    const { schema } = event.requestBody.content['application/json']
    const bodies = kinds.map(([, { requestBody }]) => requestBody.content['application/json'].schema)
    expect(schema.oneOf.map((one: Any) => expand(one, published, true))).toEqual(
      bodies.map((one) => expand(one, whole, true)),
    )
    for (const [, { parameters, responses }] of kinds) {
      expect(expand(event.parameters, published, true)).toEqual(expand(withoutFalse(parameters), whole, true))
      expect(Object.keys(event.responses)).toEqual(Object.keys(responses))
    }
    for (const [i, { $ref }] of schema.oneOf.entries())
      expect(published.components.schemas[$ref.split('/').pop()].description).toBe(kinds[i]![1].summary)
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

/** Between the keys of a place, some of which are addresses. */
const BELOW = ' > '

/** Every object of the document that has words, with its place. */
function* worded(part: Any, at = ''): Generator<[string, Any]> {
  if (typeof part !== 'object' || part === null) return
  if (typeof part.description === 'string') yield [at, part]
  for (const [key, value] of Object.entries<Any>(part))
    if (!/^examples?$/.test(key)) yield* worded(value, `${at}${BELOW}${key}`)
}

describe('the words of the published document', () => {
  const said = (): Set<string> =>
    new Set([...worded(whole)].map(([, { description }]) => description.replace(/\s+/g, ' ')))

  test('are whole sentences of those described, or the first clause of one', () => {
    const all = [...said()].join('\n')
    const { info: _, tags: _t, ...rest } = published
    for (const [at, { description }] of worded({ ...rest, components: { schemas: rest.components.schemas } }))
      for (const sentence of description.replace(/\s+/g, ' ').split(/(?<=\.) /)) {
        const ofSpan = sentence.replace(/^[DH](?=(esde|asta) un día)/, (letter: string) =>
          letter.toLowerCase(),
        )
        const known = all.includes(ofSpan.replace(/\.$/, '')) || summaries().includes(sentence)
        expect([at, sentence, known]).toEqual([at, sentence, true])
      }
  })

  test('end where a sentence does: brackets and quotes are closed, and neither a shortened word nor a value is the last', () => {
    const pairs = [/\(/g, /\)/g, /«/g, /»/g].map((mark) => (text: string) => text.match(mark)?.length ?? 0)
    const broken = [...worded(published)]
      .map(([, { description }]) => description.replace(/^- .*$/gm, ''))
      .filter((text) => {
        const [open, close, quote, unquote] = pairs.map((count) => count(text))
        return (
          text === 'null.' ||
          open !== close ||
          quote !== unquote ||
          /\b(Res|Ex|[Aa]rt|[Nn]úm|inc|p)\.$/.test(text)
        )
      })
    expect(broken).toEqual([])
  })

  const summaries = (): string[] => operationsOf({ ...whole, paths: {} }).map(([, { summary }]) => summary)

  test('tell what each value means, or of none', () => {
    const whole = said()
    for (const [at, { enum: values, description }] of worded(published.components.schemas)) {
      if (!values || whole.has(description) || !/(^|\. )`[^`]+`: /.test(description)) continue
      const silent = values.filter((value: unknown) => !description.includes(`\`${value}\``))
      expect([at, silent]).toEqual([at, []])
    }
  })

  test('of a field that goes by two names tell the other one', () => {
    const lost: string[] = []
    for (const [at, { description }] of worded(whole)) {
      const [, name] = /^Lo mismo que `([^`]+)`\.$/.exec(description) ?? []
      if (name && at.includes('properties')) {
        const places = at.split(BELOW).slice(1)
        const alias = places.pop()
        const sibling = places.reduce((part, key) => part[key], whole)[name]
        if (!sibling?.description?.includes(`También \`${alias}\``)) lost.push(`${at}: ${name}`)
      }
    }
    expect(lost).toEqual([])
    const { pagina, limite } = published.components.parameters
    expect(pagina.description).toEndWith('También `page`.')
    expect(limite.description).toEndWith('También `limit` y `per_page`.')
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
      for (const [status, response] of Object.entries<Any>(responses)) {
        const { content } = deref(response, published.components)
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
