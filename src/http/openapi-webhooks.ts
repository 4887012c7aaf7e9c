// The `webhooks` of the OpenAPI document: what the server sends to those who registered for it, told by the route where they
// register.

import { type DocumentedRoute, detailOf, WEBHOOK_DOCS, type WebhookDocs } from './openapi-detail'
import { exampleOf, toJsonSchema } from './openapi-schema'

export function webhooksOf(routes: readonly DocumentedRoute[]): Record<string, { post: object }> {
  const told = routes.flatMap((route) => {
    const { [WEBHOOK_DOCS]: webhookDocs, tags } = detailOf(route)
    return webhookDocs ? Object.entries(drawn(webhookDocs(), tags ?? [])) : []
  })
  return Object.fromEntries(told)
}

function drawn({ cuerpos, encabezados, respuestas }: WebhookDocs, tags: string[]) {
  const parameters = Object.entries(encabezados).map(([name, { description, required, example }]) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
    example,
  }))
  const responses = Object.fromEntries(
    Object.entries(respuestas).map(([status, description]) => [status, { description }]),
  )
  return Object.fromEntries(
    Object.entries(cuerpos).map(([kind, { summary, schema }]) => {
      const json = toJsonSchema(schema)
      const post = {
        operationId: `evento_${kind.replace(/\W+/g, '_')}`,
        tags,
        summary,
        description: 'Lo envía este servidor a la URL registrada con `POST /v1/webhooks`.',
        // The signature proves who sends it.
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: json, example: exampleOf(json) } },
        },
        responses,
      }
      return [kind, { post }]
    }),
  )
}
