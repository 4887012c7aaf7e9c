// The events as published: one webhook, whose body is that of one of the kinds. All go to the same address with the same headers and
// answers, which written out for each of them were a twentieth of the document.

import type { Document, Json, Operation } from './openapi-kinds'

export function withOneEvent<D extends Document>(document: D): D {
  const posts = Object.values(document.webhooks).map(({ post }) => post)
  const [first] = posts
  if (!first) return document
  const schemas = { ...document.components.schemas }
  const oneOf = posts.map((post) => {
    const { schema } = mediaOf(post)
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref)) ?? []
    schemas[name] = { description: post.summary, ...schemas[name] }
    return schema
  })
  const post: Operation = {
    ...first,
    operationId: 'evento',
    summary: 'Un evento de los que se eligieron',
    requestBody: { required: true, content: { 'application/json': { schema: { oneOf } } } },
  }
  return { ...document, webhooks: { evento: { post } }, components: { ...document.components, schemas } }
}

const mediaOf = ({ requestBody }: Operation): { schema: Json } =>
  (requestBody!.content as Record<string, { schema: Json }>)['application/json']!
