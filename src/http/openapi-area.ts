// One area of the description: its operations and events, and of the components what they refer to.

import { type Document, type Operation, reachedFrom } from './openapi-kinds'
import { CODIGOS, COMUNES } from './openapi-refusals'

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
  const tags = document.tags.filter(({ name }) => name === tag)
  return withoutUnused(withOwnDetails({ ...document, tags, paths, webhooks }))
}

/**
 * The details of an error by its code, for the codes of the area's operations: each shape names its codes
 * first.
 */
function withOwnDetails<D extends Document>(document: D): D {
  const { schemas } = document.components
  const own = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => (operation[CODIGOS] ?? []) as string[]),
  )
  const codes = new Set([...COMUNES, ...own])
  const { items, ...list } = schemas.Detalles as { items: { anyOf: { $ref: string }[] } }
  const anyOf = items.anyOf.filter(({ $ref }) => {
    const [named = ''] = String(schemas[$ref.split('/').pop()!]?.description).split(':')
    const ofShape = named.match(/[A-Z]+_[A-Z_]+|FORBIDDEN/g)
    return !ofShape || ofShape.some((code) => codes.has(code))
  })
  const Detalles = { ...list, items: { anyOf } }
  return { ...document, components: { ...document.components, schemas: { ...schemas, Detalles } } }
}

/** The document without the components that nothing refers to. */
export function withoutUnused<D extends Document>(document: D): D {
  const { securitySchemes, ...rest } = document.components
  const { paths, webhooks } = document
  const wanted = reachedFrom({ paths, webhooks }, rest)
  const kept = Object.entries(rest).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => wanted.has(`${kind}/${name}`))),
  ])
  return { ...document, components: { ...Object.fromEntries(kept), securitySchemes } }
}
