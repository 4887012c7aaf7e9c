// The headers of rate limits and quotas as the OpenAPI document tells of them (contract §16).

const header = (description: string, type = 'string') => ({ description, schema: { type } })

export const RATE_HEADERS = {
  'X-RateLimit-Limit': header('Solicitudes que caben de una vez.', 'integer'),
  'X-RateLimit-Remaining': header('Las que quedan ahora.', 'integer'),
  'X-RateLimit-Reset': header('Segundos desde 1970 en que estarán todas de nuevo.', 'integer'),
}

export const QUOTA_HEADERS = {
  'X-Quota-Period': header('Mes de Chile, `AAAAMM`.'),
  'X-Quota-Limit': header('Consultas del plan en el mes, o `unlimited`.'),
  'X-Quota-Remaining': header('Las que quedan, o `unlimited`.'),
}

export const RETRY_HEADER = { 'Retry-After': header('Segundos que hay que esperar.', 'integer') }

/** The answers of a route with the headers that all of them carry, beside what one status adds. */
export function withHeaders(responses: Record<string, object>, headers: object): Record<string, object> {
  if (!Object.keys(headers).length) return responses
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const own = 'headers' in response ? (response.headers as object) : {}
      return [status, { ...response, headers: { ...headers, ...own } }]
    }),
  )
}
