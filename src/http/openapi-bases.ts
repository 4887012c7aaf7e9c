// Answers that have fields in common: the fields stand once, in a schema of their own or in the smaller of two resources, and the others
// are that and what they have besides (`allOf`).

import type { Pause } from '../base/turn'
import { type Document, isObject, type Json } from './openapi-kinds'
import { pascal } from './openapi-repeated'

/** Less is not worth a schema that a reader has to look up. */
const WORTH = 150
/** Characters of what refers to a base beside what is its own. */
const ALL_OF = '"allOf":[{"$ref":"#/components/schemas/"},{"type":"object","properties":{},"required":[]}]'
  .length

interface Resource extends Json {
  properties: Record<string, Json>
  required?: string[]
}

/** An object that says nothing of what else may stand in it. */
const isPlain = (schema: Json): schema is Resource =>
  schema.type === 'object' &&
  Object.keys(schema).every((key) => /^(type|properties|required|description)$/.test(key)) &&
  typeof schema.properties === 'object'

/** Every field of a resource as text, with whether it is always there. */
const fieldsOf = ({ properties, required = [] }: Resource): Set<string> =>
  new Set(
    Object.entries(properties).map(([name, schema]) =>
      JSON.stringify([name, schema, required.includes(name)]),
    ),
  )

const lengthOf = (fields: ReadonlySet<string>): number => {
  let length = 0
  for (const { length: own } of fields) length += own + 1
  return length
}

/** A resource wherever it stands in the components, which is written anew in place. */
interface Place {
  schema: Json
  name: string
  /** Whether it stands under that name itself, not within what does. */
  own: boolean
  fields: ReadonlySet<string>
}

interface Base {
  fields: ReadonlySet<string>
  /** Those that have them all. */
  members: Place[]
  name: string
  gain: number
}

export async function withBases(document: Document, pause: Pause): Promise<Document> {
  const schemas = structuredClone(document.components.schemas)
  for (;;) {
    const places: Place[] = []
    for (const [name, schema] of Object.entries(schemas)) {
      await pause()
      places.push(...placesIn(schema, name, true))
    }
    const base = await best(places, schemas, pause)
    if (!base) break
    const { fields, members, name } = base
    schemas[name] ??= resource([...fields].map((text) => JSON.parse(text) as Field))
    for (const member of members) if (member.schema !== schemas[name]) referTo(name, fields, member)
  }
  return { ...document, components: { ...document.components, schemas } }
}

type Field = [name: string, schema: Json, always: boolean]

function resource(fields: readonly Field[]): Resource {
  const required = fields.filter(([, , always]) => always).map(([name]) => name)
  return {
    type: 'object',
    ...(required.length && { required }),
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
  }
}

/** Writes a resource as a base and what it has besides. */
function referTo(name: string, base: ReadonlySet<string>, { schema, fields }: Place): void {
  const { properties, required = [] } = schema as Resource
  const inBase = new Set([...base].map((text) => (JSON.parse(text) as Field)[0]))
  const own = Object.entries(properties)
    .filter(([field]) => !inBase.has(field))
    .map(([field, inner]): Field => [field, inner, required.includes(field)])
  const $ref = `#/components/schemas/${name}`
  for (const key of ['type', 'properties', 'required']) delete schema[key]
  Object.assign(schema, fields.size === base.size ? { $ref } : { allOf: [{ $ref }, resource(own)] })
}

/** Every resource of a schema, called by the schema and the field in which it stands. */
function placesIn(schema: Json, name: string, own: boolean): Place[] {
  const here = isPlain(schema) ? [{ schema, name, own, fields: fieldsOf(schema) }] : []
  const { properties = {}, items, anyOf, oneOf, allOf, additionalProperties } = schema
  const within = [items, additionalProperties, anyOf, oneOf, allOf].flat().filter(isObject)
  const owner = name.replace(/^Respuesta(?=.)/, '')
  return [
    ...here,
    ...Object.entries(properties as Json).flatMap(([field, inner]) =>
      isObject(inner) ? placesIn(inner, field === 'data' ? owner : `${owner}${pascal(field)}`, false) : [],
    ),
    ...within.flatMap((inner) => placesIn(inner, owner, false)),
  ]
}

/** The fields that save most when they stand once. */
async function best(
  places: readonly Place[],
  schemas: Record<string, Json>,
  pause: Pause,
): Promise<Base | undefined> {
  const times = new Map<string, number>()
  for (const { fields } of places) for (const text of fields) times.set(text, (times.get(text) ?? 0) + 1)
  const isShared = (text: string): boolean => times.get(text)! > 1
  // Only those with enough in common with any other.
  const all = places.filter(({ fields }) => lengthOf(new Set([...fields].filter(isShared))) >= WORTH)
  const seen = new Set<string>()
  let found: Base | undefined
  for (const [i, one] of all.entries()) {
    await pause()
    for (const other of all.slice(i + 1)) {
      const fields = one.fields.intersection(other.fields)
      if (lengthOf(fields) < WORTH) continue
      // Every pair of the same resources has the same in common.
      const text = [...fields].toSorted().join()
      if (seen.has(text)) continue
      seen.add(text)
      const members = all.filter((each) => fields.isSubsetOf(each.fields))
      const gain = (members.length - 1) * lengthOf(fields) - members.length * ALL_OF
      if (gain < WORTH || gain <= (found?.gain ?? 0)) continue
      const name = nameOf(fields, members, schemas)
      if (name) found = { fields, members, name, gain }
    }
  }
  return found
}

/** A base's name: that of the resource that is no more than it, or the words with which its members begin. */
function nameOf(
  fields: ReadonlySet<string>,
  members: readonly Place[],
  schemas: Record<string, Json>,
): string | undefined {
  const whole = members.filter((each) => each.fields.size === fields.size)
  const named = whole.find(({ own }) => own)
  if (named) return named.name
  const taken = new Set(Object.keys(schemas).map((name) => name.toLowerCase()))
  const names = members.map(({ name }) => name)
  const shortest = names.toSorted((a, b) => a.length - b.length)[0]!
  return [...whole.map(({ name }) => name), beginning(names), shortest, `${shortest}Base`].find(
    (name) => name && !taken.has(name.toLowerCase()),
  )
}

/** The words with which all the names begin: `TrabajoRcv` and `TrabajoBte` → `Trabajo`. */
function beginning([first = '', ...others]: string[]): string | undefined {
  const words = first.match(/[A-Z][a-z0-9]*/g) ?? []
  while (words.length && !others.every((name) => name.startsWith(words.join('')))) words.pop()
  const name = words.join('')
  return name && name !== 'Respuesta' ? name : undefined
}
