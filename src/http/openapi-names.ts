// Schemas that a document uses in more than one place stand once in it, under a name, and are referred to: a client made from
// it has one type for each of them.

/** Where a schema says its name. */
export const NOMBRE = 'x-nombre'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same document with its named schemas in `components`. Throws when two schemas share a name. */
export function withNames<T extends { components: { schemas: object } }>(document: T): T {
  const schemas: Record<string, unknown> = {}
  const written = new Map<string, string>()

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk)
    if (!isObject(value)) return value
    const { [NOMBRE]: name, ...rest } = value
    const walked = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]))
    if (typeof name !== 'string') return walked
    const text = JSON.stringify(walked)
    if ((written.get(name) ?? text) !== text) throw new Error(`two schemas are named ${name}`)
    if (!written.has(name)) schemas[name] = walked
    written.set(name, text)
    return { $ref: `#/components/schemas/${name}` }
  }

  const walked = walk(document) as T
  return { ...walked, components: { ...walked.components, schemas } }
}
