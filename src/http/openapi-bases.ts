// Answers that have fields in common: the fields stand once, in a schema of their own or in the smaller of two resources, and the others
// are that and what they have besides (`allOf`).

import type { Pause } from '../base/turn'
import type { Document, Json } from './openapi-kinds'

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

const lengthOf = (fields: ReadonlySet<string>): number => [...fields].join().length

interface Base {
  fields: ReadonlySet<string>
  /** Those that have them all, by name. */
  members: string[]
  name: string
  gain: number
}

export async function withBases(document: Document, pause: Pause): Promise<Document> {
  const schemas = { ...document.components.schemas }
  for (;;) {
    const base = await best(schemas, pause)
    if (!base) break
    const { fields, members, name } = base
    const shared = [...fields].map((text) => JSON.parse(text) as [string, Json, boolean])
    schemas[name] ??= resource(shared)
    const inBase = new Set(shared.map(([field]) => field))
    for (const member of members.filter((one) => one !== name)) {
      const { description, properties, required = [] } = schemas[member] as Resource
      const own = Object.entries(properties)
        .filter(([field]) => !inBase.has(field))
        .map(([field, schema]): [string, Json, boolean] => [field, schema, required.includes(field)])
      const allOf = [{ $ref: `#/components/schemas/${name}` }, resource(own)]
      schemas[member] = { ...(description !== undefined && { description }), allOf }
    }
  }
  return { ...document, components: { ...document.components, schemas } }
}

function resource(fields: readonly [string, Json, boolean][]): Resource {
  const required = fields.filter(([, , always]) => always).map(([name]) => name)
  return {
    type: 'object',
    ...(required.length && { required }),
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
  }
}

/** The fields that save most when they stand once. */
async function best(schemas: Record<string, Json>, pause: Pause): Promise<Base | undefined> {
  const every = Object.entries(schemas).flatMap(([name, schema]) =>
    isPlain(schema) ? [{ name, fields: fieldsOf(schema) }] : [],
  )
  const times = new Map<string, number>()
  for (const { fields } of every) for (const text of fields) times.set(text, (times.get(text) ?? 0) + 1)
  const isShared = (text: string): boolean => times.get(text)! > 1
  // Only those with enough in common with any other.
  const all = every.filter(({ fields }) => lengthOf(new Set([...fields].filter(isShared))) >= WORTH)
  let found: Base | undefined
  for (const [i, one] of all.entries()) {
    await pause()
    for (const other of all.slice(i + 1)) {
      const fields = one.fields.intersection(other.fields)
      if (lengthOf(fields) < WORTH) continue
      const having = all.filter((each) => fields.isSubsetOf(each.fields))
      const members = having.map(({ name }) => name)
      const whole = having.find((each) => each.fields.size === fields.size)?.name
      const name = whole ?? beginning(members)
      if (!name || (!whole && name in schemas)) continue
      const gain = (members.length - 1) * lengthOf(fields) - members.length * (ALL_OF + name.length)
      if (gain >= WORTH && gain > (found?.gain ?? 0)) found = { fields, members, name, gain }
    }
  }
  return found
}

/** The words with which all the names begin: `TrabajoRcv` and `TrabajoBte` → `Trabajo`. */
function beginning([first = '', ...others]: string[]): string | undefined {
  const words = first.match(/[A-Z][a-z0-9]*/g) ?? []
  while (words.length && !others.every((name) => name.startsWith(words.join('')))) words.pop()
  const name = words.join('')
  return name && name !== 'Respuesta' ? name : undefined
}
