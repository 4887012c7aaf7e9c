// The description as it is published: what stands in more than one operation stands once in the components and is referred to, and
// what holds for all of them is told once. Written out in each of some 280 operations it was five times as long.

import type { Pause } from '../base/turn'
import { SECURITY } from './openapi-access'
import { withAnswers } from './openapi-answers'
import { withoutUnused } from './openapi-area'
import { withBases } from './openapi-bases'
import { withOneEvent } from './openapi-events'
import { type Document, eachOperation, type Json, type Operation } from './openapi-kinds'
import { withShortProse } from './openapi-prose'
import { withRefusals } from './openapi-refusals'
import { saved, WORTH, withRepeated } from './openapi-repeated'
import { withShared } from './openapi-shared'
import { trimAnswers } from './openapi-trim'

/** Headers that operations of one kind all take or answer with: the introduction tells of them once. */
const TAKEN = new Set(['X-Ambiente', 'X-Empresa'])
const ANSWERED =
  /^(X-(Request-Id|RateLimit-\w+|Quota-\w+|Emission-\w+)|Idempotent-Replayed|Content-Disposition)$/

type Step = (document: Document, pause: Pause) => Document | Promise<Document>

/** One after the other: each is a piece of work, and the server answers between them. */
const STEPS: readonly Step[] = [
  withRefusals,
  withoutToldOnce,
  withShortProse,
  withParameters,
  withSecurity,
  withAnswers,
  withOneEvent,
  trimAnswers,
  withRepeated,
  withBases,
  withShared,
  withoutUnused,
]

export async function publish(described: Document, pause: Pause): Promise<Document> {
  const { examples: _, ...components } = described.components
  let document: Document = { ...described, components } as Document
  for (const step of STEPS) {
    await pause()
    document = await step(document, pause)
  }
  return document
}

function withoutToldOnce<D extends Document>(document: D): D {
  return eachOperation(document, ({ parameters = [], responses, ...rest }) => ({
    ...rest,
    parameters: parameters
      .filter(({ name }) => !TAKEN.has(String(name)))
      .map(({ required, ...one }) => ({ ...one, ...(required === true && { required }) })),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, withOwnHeaders(response)]),
    ),
  }))
}

function withOwnHeaders({ headers, ...response }: Json): Json {
  const own = Object.entries((headers ?? {}) as Json).filter(([name]) => !ANSWERED.test(name))
  return own.length ? { ...response, headers: Object.fromEntries(own) } : response
}

function withSecurity<D extends Document>(document: D): D {
  const shared = eachOperation(document, (operation) => {
    const { security, ...rest } = operation
    return JSON.stringify(security) === JSON.stringify(SECURITY) ? (rest as Operation) : operation
  })
  return { ...shared, security: SECURITY }
}

function withParameters<D extends Document>(document: D): D {
  const names = repeated(document)
  const shared = eachOperation(document, ({ parameters = [], ...rest }) => ({
    ...rest,
    ...(parameters.length && {
      parameters: parameters.map((one) => {
        const name = names.get(JSON.stringify(one))
        return name ? { $ref: `#/components/parameters/${name}` } : one
      }),
    }),
  }))
  const parameters = Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as Json]))
  return { ...shared, components: { ...shared.components, parameters } }
}

/** The names of parameters worth one: the parameter's own, or with its area or first operation after it. */
function repeated(document: Document): Map<string, string> {
  const times = new Map<string, { count: number; area: string; first: string }>()
  eachOperation(document, (operation) => {
    for (const one of operation.parameters ?? []) {
      const text = JSON.stringify(one)
      const known = times.get(text)
      if (known) known.count++
      else
        times.set(text, { count: 1, area: wordOf(operation.tags?.[0] ?? ''), first: operation.operationId })
    }
    return operation
  })
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [text, { count, area, first }] of [...times].toSorted(([, a], [, b]) => b.count - a.count)) {
    const { name, in: place } = JSON.parse(text) as { name: string; in: string }
    const own = place === 'path' ? `ruta_${name}` : name
    const called = [own, `${own}_${area}`, `${own}_${first}`].find((one) => !taken.has(one))
    if (!called || saved(text, count, 'parameters', called) < WORTH) continue
    names.set(text, called)
    taken.add(called)
  }
  return names
}

/** `Guías de despacho` → `guias_de_despacho` */
const wordOf = (area: string): string =>
  area
    .normalize('NFD')
    .replace(/[^\w\s]/g, '')
    .toLowerCase()
    .replace(/\s+/g, '_')
