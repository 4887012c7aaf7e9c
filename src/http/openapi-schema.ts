// From TypeBox schemas, with our own formats and marks, to the JSON Schema 2020-12 of an OpenAPI 3.1 document.

import { EXACTO } from './envelope'
import { EJEMPLOS } from './openapi-examples'
import { NOMBRE } from './openapi-names'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  /** The properties that another property requires. */
  dependentRequired?: Record<string, string[]>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  description?: string
  examples?: unknown[]
  default?: unknown
  [keyword: string]: unknown
}

// The standard names of our formats; the rest are rules beyond a schema, told by the description.
const FORMATS: Record<string, JsonSchema> = {
  fecha: { format: 'date' },
  instante: { format: 'date-time' },
  correo: { format: 'email' },
  base64: { contentEncoding: 'base64' },
  rut: { pattern: '^[0-9.]{1,11}-?[0-9kK]$' },
  texto: { minLength: 1 },
  comuna: { minLength: 1 },
}

/** A schema without TypeBox's symbols and our marks. */
export function toJsonSchema(schema: unknown): JsonSchema {
  return clean(JSON.parse(JSON.stringify(schema)) as JsonSchema)
}

function clean({ format, mensaje: _, 'x-tipo': tipo, [EXACTO]: exacto, ...schema }: JsonSchema): JsonSchema {
  // A query parameter that travels as text but must be a number.
  if (tipo) {
    const { description } = schema
    return { ...(description && { description }), ...(tipo as JsonSchema) }
  }
  if (schema.anyOf) return cleanUnion(schema.anyOf.map(clean), schema)
  const cleaned: JsonSchema = {
    ...schema,
    ...(typeof format === 'string' && (FORMATS[format] ?? { format })),
  }
  if (exacto) cleaned.additionalProperties = false
  if (schema.properties) {
    cleaned.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, clean(property)]),
    )
  }
  if (schema.items) cleaned.items = clean(schema.items)
  // A record, which makers of clients know by its other name.
  if (schema.patternProperties) {
    const { patternProperties, ...rest } = cleaned
    const [value] = Object.values(patternProperties as Record<string, JsonSchema>)
    return { ...rest, additionalProperties: clean(value!) }
  }
  return cleaned
}

// A list of constants reads better as `enum`, and `x | null` as a type of two.
function cleanUnion(variants: JsonSchema[], { anyOf: _, ...rest }: JsonSchema): JsonSchema {
  if (variants.every((variant) => variant.const !== undefined)) {
    return { ...rest, type: typeof variants[0]!.const, enum: variants.map((variant) => variant.const) }
  }
  const [only, ...others] = variants.filter((variant) => variant.type !== 'null')
  if (only && !(NOMBRE in only) && !others.length && typeof only.type === 'string' && !only.enum) {
    return { ...only, ...rest, type: [only.type, 'null'] }
  }
  return { ...rest, anyOf: variants }
}

/**
 * A value that the schema admits: its own example, or what a field of that name looks like. Optional fields without an example
 * of their own are left out.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.includes(EJEMPLOS[name]) ? EJEMPLOS[name] : schema.enum[0]
  if (EJEMPLOS[name] === null && admitsNull(schema)) return null
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return exampleObject(schema)
  if (type === 'array') return schema.items ? [exampleOf(schema.items, name)] : []
  if (type === 'integer' || type === 'number') return exampleNumber(schema, EJEMPLOS[name])
  if (type === 'boolean') return true
  if (type === 'null') return null
  return typeof EJEMPLOS[name] === 'string' ? EJEMPLOS[name] : 'texto'
}

const admitsNull = ({ type, anyOf }: JsonSchema): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  (anyOf?.some((variant) => variant.type === 'null') ?? false)

function exampleNumber({ minimum, maximum }: JsonSchema, known: unknown): unknown {
  const fits =
    typeof known === 'number' && known >= Number(minimum ?? -Infinity) && known <= Number(maximum ?? Infinity)
  return fits ? known : (minimum ?? 1)
}

function exampleObject({ properties = {}, required = [] }: JsonSchema): object {
  const shown = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || hasExample(schema),
  )
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name)]))
}

const hasExample = (schema: JsonSchema): boolean =>
  (schema.examples?.length ?? 0) > 0 ||
  Object.values(schema.properties ?? {}).some(hasExample) ||
  (schema.anyOf?.some(hasExample) ?? false) ||
  (schema.items !== undefined && hasExample(schema.items))
