// Nonsense in every place of every operation: whatever it is, it is refused or taken, never a bug of ours (http §8).

import { beforeAll, describe, expect, test } from 'bun:test'
import { enMuestra, TODO } from '../support/muestra'
import { described } from '../support/openapi'
import { type CompanyApp, testAppWithFolios } from '../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithFolios({ folios: { 33: 5 } })
})

/** Nonsense values from programs and people. */
const NONSENSE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x\r\nX-Evil: 1',
  "'; DROP TABLE documento; --",
  '%00%ff',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|calc',
  'ñ'.repeat(300),
  '💥',
  '2026-13-45',
  '99999999999999999999',
  [],
  [null],
  [[]],
  {},
  { $ne: 1 },
  { length: 5 },
]

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any

/** The example with one of its leaves, or inner nodes, replaced; every one of them in turn. */
function* mutations(example: Json, value: unknown): Generator<Json> {
  yield value
  if (typeof example !== 'object' || example === null) return
  for (const key of Object.keys(example)) {
    for (const inner of mutations(example[key], value)) {
      const copy = Array.isArray(example) ? [...example] : { ...example }
      copy[key] = inner
      yield copy
    }
  }
}

interface Operation {
  method: string
  path: string
  example: Json
  query: string[]
  sesion: boolean
}

/** Every operation. */
async function operations(): Promise<Operation[]> {
  const { paths } = described(app)
  return Object.entries<Record<string, Json>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      example: operation.requestBody?.content['application/json']?.example,
      query: (operation.parameters ?? [])
        .filter((parameter: Json) => parameter.in === 'query')
        .map(({ name }: Json) => name),
      sesion: operation['x-solo-sesion'] === true,
    })),
  )
}

/** They would end the credential, or break the SII for the others. */
const SPARED = /^\/(auth\/password|auth\/logout|auth\/sesiones|simulador)/
/** They read the body of `/v1/dte/validar`, and draw or sign besides. */
const TWINS = /^\/v1\/(dte\/emitir|dte\/previsualizar|plantilla\/previsualizar)/

async function ask({ method, sesion }: Operation, path: string, body?: unknown): Promise<string | null> {
  const headers = { ...(sesion ? app.tenant.session : app.tenant.key), 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { status, body: answer } = await app.request(method, path, { headers, ...(text && { body: text }) })
  return status === 500 ? `${method} ${path} ${text}: ${JSON.stringify(answer)}` : null
}

describe('nonsense', () => {
  test('in any field of a body is no 500', async () => {
    const bugs: string[] = []
    let asked = 0
    for (const operation of await operations()) {
      if (operation.example === undefined || SPARED.test(operation.path) || TWINS.test(operation.path))
        continue
      const path = operation.path.replace(/\{\w+\}/g, '33')
      for (const [i, value] of NONSENSE.entries())
        for (const [place, body] of [...mutations(operation.example, value)].entries()) {
          if (!enMuestra(i, place)) continue
          asked++
          const bug = await ask(operation, path, body)
          if (bug) bugs.push(bug)
        }
    }
    expect(asked).toBeGreaterThan(TODO ? 2000 : 700)
    expect(bugs.slice(0, 20)).toEqual([])
  }, 120_000)

  test('in any part of a path or parameter of a query is no 500', async () => {
    const texts = NONSENSE.filter((value): value is string => typeof value === 'string')
    const bugs: string[] = []
    for (const [i, operation] of (await operations()).entries()) {
      if (SPARED.test(operation.path)) continue
      for (const [j, text] of texts.entries()) {
        if (!enMuestra(i, j)) continue
        // A lone surrogate is no text that an address can carry.
        const encoded = encodeURIComponent(text.toWellFormed())
        const path = operation.path.replace(/\{\w+\}/g, encoded || '%20')
        const paths = operation.path.includes('{') ? [path] : []
        const place = operation.path.replace(/\{\w+\}/g, '33')
        if (operation.method === 'GET')
          for (const name of operation.query) paths.push(`${place}?${name}=${encoded}`)
        for (const one of paths) {
          const bug = await ask(operation, one)
          if (bug) bugs.push(bug)
        }
      }
    }
    expect(bugs.slice(0, 20)).toEqual([])
  }, 120_000)
})
