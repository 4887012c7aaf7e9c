// What a client needs of a request only: examples, and that nothing else may stand in it. An answer may have more fields in the next
// version, so its schemas leave both out.

import { type Document, eachOperation, type Json, reachedFrom } from './openapi-kinds'

export function trimAnswers<D extends Document>(document: D): D {
  const { schemas } = document.components
  const asked = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ parameters, requestBody }) => [parameters ?? null, requestBody ?? null]),
  )
  const inRequests = reachedFrom(asked, document.components)
  const trimmed = eachOperation(document, (operation) => ({
    ...operation,
    responses: trim(operation.responses) as Record<string, Json>,
  }))
  const webhooks = eachOperation({ ...trimmed, paths: {} }, ({ requestBody, ...rest }) => ({
    ...rest,
    ...(requestBody && { requestBody: trim(requestBody) as Json }),
  })).webhooks
  const kept = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      inRequests.has(`schemas/${name}`) ? schema : (trim(schema) as Json),
    ]),
  )
  return { ...trimmed, webhooks, components: { ...document.components, schemas: kept } }
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
