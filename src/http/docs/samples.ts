// How an operation is called from a terminal and from the languages that its users write, as its page shows it.

import type { JsonSchema } from '../openapi-schema'
import { type Call, LANGUAGES } from './languages'

/** The parts of an operation in the OpenAPI document that samples read. */
interface Called {
  path: string
  method: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: object }
  responses: Record<string, { content?: object }>
}

/** The values of path parameters without an example. */
const PLACES: Readonly<Record<string, string>> = {
  tipo: '33',
  folio: '1042',
  periodo: '202611',
  fecha: '2026-11-20',
  rut: '76543210-3',
  jobId: 'job_01JD3Q8Z5V7K2M4N6P8R0S2T4V',
}

/** The successful answer. */
function answerOf({ responses }: Called): Pick<Call, 'answer' | 'endless'> {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = good.flatMap(([, { content = {} }]) => Object.keys(content))
  if (!types.length) return { answer: 'nothing', endless: false }
  const endless = types.includes('text/event-stream')
  return { answer: endless || types.includes('application/json') ? 'json' : 'file', endless }
}

/** The path with its places filled in, and the query without which it answers 422. */
function addressOf({ path, parameters }: Called): string {
  const examples = new Map(parameters.map(({ name, schema }) => [name, schema.examples?.[0]]))
  const fill = (name: string): string => String(examples.get(name) ?? PLACES[name] ?? name.toUpperCase())
  const query = new URLSearchParams()
  for (const one of parameters) if (one.in === 'query' && one.required) query.set(one.name, fill(one.name))
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fill(name)))
  return query.size ? `${place}?${query}` : place
}

/** Whether an operation is for people who use the API: one with the form of a payment gateway is called by it alone. */
export const isCalled = ({ requestBody }: Pick<Called, 'requestBody'>): boolean =>
  requestBody === undefined || 'application/json' in requestBody.content

/** The samples of an operation, at a server; `body` is the example of its request. */
export function samplesOf(
  operation: Called,
  server: string,
  body: unknown,
): [language: string, text: string][] {
  const { method, security, parameters } = operation
  const key = security.some((one) => 'llave' in one)
  const call: Call = {
    method: method.toUpperCase(),
    url: server + addressOf(operation),
    headers: {
      ...(key ? { 'X-API-Key': 'SU_LLAVE' } : security.length > 0 && { Authorization: 'Bearer SU_TOKEN' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body,
    ...answerOf(operation),
  }
  // An endless answer is read as it comes, which is a line of curl and a program elsewhere.
  return Object.entries(LANGUAGES)
    .filter(([language]) => !call.endless || language === 'curl')
    .map(([language, write]) => [language, write(call)])
}
