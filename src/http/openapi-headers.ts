// The headers of rate limits and quotas as the OpenAPI document tells of them (http §16.3).

const header = (description: string, type = 'string') => ({ description, schema: { type } })

/** An integer, or the word of a plan without a limit (the published interface, «Quotas»). */
const upTo = (description: string) => ({
  description,
  schema: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { const: 'unlimited', type: 'string' },
    ],
  },
})

const RATE = {
  'X-RateLimit-Limit': header('Solicitudes que caben de una vez.', 'integer'),
  'X-RateLimit-Remaining': header('Las que quedan ahora.', 'integer'),
  'X-RateLimit-Reset': header('Segundos desde 1970 en que estarán todas de nuevo.', 'integer'),
}

const QUOTA = {
  'X-Quota-Period': header('Mes de Chile, `AAAAMM`.'),
  'X-Quota-Limit': upTo('Consultas del plan en el mes, o `unlimited`.'),
  'X-Quota-Remaining': upTo('Las que quedan, un entero; `unlimited` cuando `X-Quota-Limit` lo es.'),
}

const EMISSION = {
  'X-Emission-Limit': upTo('Documentos del plan en el mes de Chile, o `unlimited`.'),
  'X-Emission-Remaining': upTo('Los que quedan, un entero; `unlimited` cuando `X-Emission-Limit` lo es.'),
}

/** Told once, in the document's components. */
export const LIMIT_HEADERS = { ...RATE, ...QUOTA, ...EMISSION }

const referred = (headers: object): Record<string, object> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const RATE_HEADERS = referred(RATE)
export const QUOTA_HEADERS = referred(QUOTA)
/** On every answer of a route that issues. */
export const EMISSION_HEADERS = referred(EMISSION)

/** The answers of a route with the headers that all of them carry, beside what one status adds. */
export function withHeaders<T extends { headers?: Record<string, object> }>(
  responses: Record<string, T>,
  headers: Record<string, object>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...headers, ...response.headers } },
    ]),
  )
}
