// One area of the description: its operations and events, and of the components what they refer to.

import { type Document, isObject, type Json, type Operation, reachedFrom } from './openapi-kinds'
import { CODIGOS, COMUNES, told } from './openapi-refusals'

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
  return withoutUsedOnce(withoutUnused(withOwnCodes({ ...document, tags, paths, webhooks })))
}

/** Tells of the errors of the area's operations alone; the shape of an error's details names its codes first. */
function withOwnCodes<D extends Document>(document: D): D {
  const { schemas } = document.components
  const own = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => (operation[CODIGOS] ?? []) as string[]),
  )
  const common = new Set<string>(COMUNES)
  const codes = new Set([...COMUNES, ...own])
  const { items, ...list } = schemas.Detalles as { items: { anyOf: { $ref: string }[] } }
  const anyOf = items.anyOf.filter(({ $ref }) => {
    const [named = ''] = String(schemas[$ref.split('/').pop()!]?.description).split(':')
    const ofShape = named.match(/[A-Z]+_[A-Z_]+|FORBIDDEN/g)
    // Where it names codes that only some operations bring, one of those tells that it is theirs.
    const some = ofShape?.filter((code) => !common.has(code))
    return !ofShape || (some?.length ? some : ofShape).some((code) => codes.has(code))
  })
  const Detalles = { ...list, items: { anyOf } }
  const { Error: error, ...others } = document.components.responses as Record<string, Json>
  const responses = { Error: { ...error, description: told(codes) }, ...others }
  return { ...document, components: { ...document.components, schemas: { ...schemas, Detalles }, responses } }
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

/** Kinds whose names no client made from a document has. */
const NAMELESS = ['parameters', 'headers', 'requestBodies', 'responses']

/** The document with what it refers to once in the place where it does. */
function withoutUsedOnce<D extends Document>(document: D): D {
  const { components } = document
  const times = new Map<string, number>()
  for (const [ref] of JSON.stringify(document).matchAll(/"#\/components\/[^"]+"/g))
    times.set(ref, (times.get(ref) ?? 0) + 1)
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (!isObject(part)) return part
    const [, , kind = '', name = ''] = String(part.$ref).split('/')
    if (NAMELESS.includes(kind) && times.get(JSON.stringify(part.$ref)) === 1)
      return visit((components[kind] as Json)[name])
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, visit(inner)]))
  }
  return withoutUnused(visit(document) as D)
}
