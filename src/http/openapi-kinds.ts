// The parts of the description that is published, as those who rewrite them need them.

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Operation extends Json {
  operationId: string
  tags?: string[]
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}

/** A description, its named schemas in its components. */
export interface Document extends Json {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Json> } & Record<string, Json>
}

/** The document with every operation and webhook as `change` makes it. */
export function eachOperation<D extends Document>(
  document: D,
  change: (operation: Operation) => Operation,
): D {
  const mapped = <T>(parts: Record<string, T>, each: (part: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, each(part)]))
  return {
    ...document,
    paths: mapped(document.paths, (methods) => mapped(methods, change)),
    webhooks: mapped(document.webhooks, ({ post }) => ({ post: change(post) })),
  }
}

/** The names of the components of `kind` that a part refers to, by way of others too. */
export function reachedFrom(part: unknown, components: Record<string, Json>): Set<string> {
  const found = new Set<string>()
  const look = (inner: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(inner).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      const place = `${kind}/${name}`
      if (found.has(place)) continue
      found.add(place)
      look(components[kind]?.[name] ?? null)
    }
  }
  look(part)
  return found
}
