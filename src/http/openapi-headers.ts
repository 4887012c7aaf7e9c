// The headers of rate limits and quotas as the OpenAPI document tells of them (http §16.3).

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

/** On every answer of a route that issues. */
export const EMISSION_HEADERS = {
  'X-Emission-Limit': header('Documentos del plan en el mes de Chile, o `unlimited`.'),
  'X-Emission-Remaining': header('Los que quedan, o `unlimited`.'),
}

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
