// Schemas that stand in more than one place under no name of their own: each gets the name of its field (`firma` → `Firma`), with
// that of its owner before it where two different ones would be called alike.

import type { Pause } from '../base/turn'
import { type Document, eachOperation, isObject, type Json } from './openapi-kinds'

const ROUNDS = 8

/** Characters by which a part that stands `times` times is shorter to refer to, under a name of so many letters. */
export const saved = (text: string, times: number, kind: string, name: string): number =>
  (times - 1) * text.length -
  times * (kind.length + name.length + '{"$ref":"#/components//"}'.length) -
  name.length

/** Less is not worth a name. */
export const WORTH = 30
/** A shorter schema says more than its name would. */
const SHORT = 70

interface Place {
  /** The named schema or the operation in which it stands. */
  owner: string
  field: string
}

type Visit = (schema: Json, place: Place) => Json

/** A schema with each of those in it as `visit` makes it; what it gives in place of another is not looked into. */
function within(schema: Json, place: Place, visit: Visit): Json {
  const one = (inner: unknown, field = place.field): unknown => {
    if (!isObject(inner)) return inner
    const at = { ...place, field }
    const made = visit(inner, at)
    return made === inner ? within(inner, at, visit) : made
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner, name)])),
        ]
      if (key === 'items' || key === 'additionalProperties') return [key, one(value)]
      if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value))
        // A maker of clients writes the values of a named choice before those of the name: such a list stays where it is.
        return [key, value.map((inner) => (isObject(inner) && 'enum' in inner ? inner : one(inner)))]
      return [key, value]
    }),
  )
}

/** The document with every schema in a body or under a name as `visit` makes it. */
function throughout<D extends Document>(document: D, visit: Visit): D {
  const body = (requestBody: Json, owner: string): Json => ({
    ...requestBody,
    content: Object.fromEntries(
      Object.entries(requestBody.content as Record<string, Json>).map(([type, media]) => [
        type,
        isObject(media.schema)
          ? { ...media, schema: within({ items: media.schema }, { owner, field: 'solicitud' }, visit).items }
          : media,
      ]),
    ),
  })
  const changed = eachOperation(document, (operation) =>
    operation.requestBody
      ? { ...operation, requestBody: body(operation.requestBody, pascal(operation.operationId)) }
      : operation,
  )
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      within(schema, { owner: name, field: '' }, visit),
    ]),
  )
  return { ...changed, components: { ...changed.components, schemas } }
}

/** `get_dte_folios_tipo` → `GetDteFoliosTipo` */
export const pascal = (words: string): string =>
  words.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

/** How schemas are alike: by all that they say, or by all but the words, which then stand beside the reference. */
interface Likeness {
  key: (schema: Json) => string
  beside: (schema: Json) => Json
}

const WHOLE: Likeness = { key: (schema) => JSON.stringify(schema), beside: () => ({}) }
const BARE: Likeness = {
  key: ({ description: _, ...bare }) => JSON.stringify(bare),
  beside: ({ description }) => (description === undefined ? {} : { description }),
}

export async function withRepeated(document: Document, pause: Pause): Promise<Document> {
  let current = document
  for (const likeness of [WHOLE, BARE])
    for (let round = 0; round < ROUNDS; round++) {
      await pause()
      const places = repeated(current, likeness)
      if (!places.size) break
      await pause()
      current = named(current, places, likeness)
    }
  return current
}

/** The schemas that are worth a name, each as text with the first of its places. */
function repeated(document: Document, { key }: Likeness): Map<string, Place> {
  const times = new Map<string, { count: number; place: Place }>()
  throughout(document, (schema, place) => {
    if ('$ref' in schema) return schema
    const text = key(schema)
    const known = times.get(text)
    if (known) known.count++
    else times.set(text, { count: 1, place })
    return schema
  })
  return new Map(
    [...times]
      .filter(([text]) => text.length >= SHORT)
      .filter(([text, { count, place }]) => saved(text, count, 'schemas', pascal(place.field)) >= WORTH)
      .map(([text, { place }]) => [text, place]),
  )
}

/** The document with these schemas under a name each. */
function named<D extends Document>(
  document: D,
  places: ReadonlyMap<string, Place>,
  { key, beside }: Likeness,
): D {
  const taken = new Set(Object.keys(document.components.schemas).map((name) => name.toLowerCase()))
  const names = new Map<string, string>()
  const made: Record<string, Json> = {}
  const visit: Visit = (schema) => {
    const text = '$ref' in schema ? '' : key(schema)
    const place = places.get(text)
    if (!place) return schema
    let name = names.get(text)
    if (!name) {
      name = free(place, taken)
      names.set(text, name)
      taken.add(name.toLowerCase())
      made[name] = JSON.parse(text)
    }
    return { $ref: `#/components/schemas/${name}`, ...beside(schema) }
  }
  const changed = throughout(document, visit)
  const schemas = { ...changed.components.schemas, ...made }
  return { ...changed, components: { ...changed.components, schemas } }
}

/** The first of the names that fit a place which nothing has. */
function free({ owner, field }: Place, taken: ReadonlySet<string>): string {
  const own = pascal(field)
  const names = [...(PLAIN.has(field) ? [] : [own]), `${owner.replace(/^Respuesta(?=.)/, '')}${own}`]
  for (let n = 2; ; n++) {
    const name = names.shift() ?? `${owner}${own}${n}`
    // Some generators write a file for each, where capitals make no difference.
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** Names of fields that say nothing of what stands in them. */
const PLAIN = new Set(['', 'data', 'result', 'tipo', 'estado', 'solicitud', 'codigo', 'items', 'id', 'valor'])
