// One area of the description: its operations and events, and of the components what they refer to.

import { type Document, type Operation, reachedFrom } from './openapi-kinds'

/** The document with the operations of `tag` alone. */
export function ofArea<D extends Document>(document: D, tag: string): D {
  const isOf = ({ tags }: Operation): boolean => tags?.includes(tag) ?? false
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const own = Object.entries(methods).filter(([, operation]) => isOf(operation))
      return own.length ? [[path, Object.fromEntries(own)]] : []
    }),
  )
  const webhooks = Object.fromEntries(Object.entries(document.webhooks).filter(([, { post }]) => isOf(post)))
  const { securitySchemes, ...rest } = document.components
  const wanted = reachedFrom({ paths, webhooks }, rest)
  const kept = Object.entries(rest).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => wanted.has(`${kind}/${name}`))),
  ])
  const tags = document.tags.filter(({ name }) => name === tag)
  return { ...document, tags, paths, webhooks, components: { ...Object.fromEntries(kept), securitySchemes } }
}
