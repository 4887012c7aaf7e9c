// Drops the parts that a client needs of a request only: examples, and the ban on other fields. An answer
// may have more fields in the next version, so its schemas leave both out.

import { type Document, eachOperation, type Json, reachedFrom } from './openapi-kinds'

export function trimAnswers<D extends Document>(document: D): D {
  const { schemas } = document.components
  const asked = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ parameters, requestBody }) => [parameters ?? null, requestBody ?? null]),
  )
  const inRequests = reachedFrom(asked, document.components)
  const trimmed = eachOperation(document, ({ requestBody, ...operation }) => ({
    ...operation,
    ...(requestBody && { requestBody: withoutExamples(requestBody) as Json }),
    responses: trim(operation.responses) as Record<string, Json>,
  }))
  const webhooks = eachOperation({ ...trimmed, paths: {} }, ({ requestBody, ...rest }) => ({
    ...rest,
    ...(requestBody && { requestBody: trim(requestBody) as Json }),
  })).webhooks
  const kept = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      inRequests.has(`schemas/${name}`) ? (withoutExamples(schema) as Json) : (trim(schema) as Json),
    ]),
  )
  return { ...trimmed, webhooks, components: { ...document.components, schemas: kept } }
}

/** The examples of a request are whole ones; those of its fields say no more. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key, value]) => !(key === 'examples' && Array.isArray(value)))
      .map(([key, value]) => [key, key === 'example' ? value : withoutExamples(value)]),
  )
}

/** `fields`: whether the keys are names of fields, of which any is kept. */
function trim(part: unknown, fields = false): unknown {
  if (Array.isArray(part)) return part.map((one) => trim(one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(
        ([key, value]) => fields || !(isExample(key) || (key === 'additionalProperties' && value === false)),
      )
      .map(([key, value]) => [key, trim(value, !fields && key === 'properties')]),
  )
}

const isExample = (key: string): boolean => key === 'example' || key === 'examples'
