// Schemas that a document uses in more than one place stand once in it, under a name, and are referred to: a client made from
// it has one type for each of them.

/** Where a schema says its name. */
export const NOMBRE = 'x-nombre'

/** Where a schema with a name says what is told of its place alone, beside the reference. */
export const AQUI = 'x-aqui'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same text of equal values, whatever the order of their keys. */
const ordered = (text: string): string => JSON.stringify(JSON.parse(text), sorted)
const sorted = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** A document that is walked in parts: what each is with references, and the schemas found so far. Throws when two share a name. */
export function createNames() {
  const schemas: Record<string, unknown> = {}
  const written = new Map<string, string>()
  // The body of a refusal is one object in thousands of places.
  const known = new WeakMap<object, unknown>()

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk)
    if (!isObject(value)) return value
    const before = known.get(value)
    if (before) return before
    const { [NOMBRE]: name, [AQUI]: here, ...rest } = value
    const walked = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]))
    const made = typeof name === 'string' ? keep(name, here, walked) : walked
    known.set(value, made)
    return made
  }

  function keep(name: string, here: unknown, schema: Json): Json {
    // The example of a field stands at its place.
    const { examples: _, ...same } = schema
    const text = JSON.stringify(same)
    const first = written.get(name)
    if (first === undefined) {
      schemas[name] = schema
      written.set(name, text)
    } else if (first !== text && ordered(first) !== ordered(text))
      throw new Error(`two schemas are named ${name}`)
    return { $ref: `#/components/schemas/${name}`, ...(here !== undefined && { description: here }) }
  }

  return { walk, schemas }
}
