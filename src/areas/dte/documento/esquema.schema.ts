// JSON Schemas made from the SII's schema and our table of names, so that the OpenAPI document cannot say other than the
// readers do.

import { TABLA_DE_TAG } from '../../../domain/dte/aduana'
import { type Nodo, nodo } from '../../../domain/dte/esquema'
import { RAICES } from '../../../domain/dte/fila'
import { NOMBRES } from '../../../domain/dte/nombres'
import { aduana, enumDe } from './significado.schema'

export type JsonSchema = Record<string, unknown>

export const fecha = { type: 'string', format: 'date' }
export const decimal = { oneOf: [{ type: 'number' }, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }] }

function leaf(n: Nodo): JsonSchema {
  if (TABLA_DE_TAG[n.tag] && n.clase === 'texto') return { ...aduana(n.tag), type: ['string', 'integer'] }
  // Read as a text or as the number that a client keeps it as (http §0.2).
  if (n.tag === 'NumId') return { type: ['string', 'integer'], maxLength: n.largoMax ?? 20 }
  if (n.clase === 'fecha') return fecha
  if (n.clase === 'rut') return { type: 'string', examples: ['76543210-3'] }
  if (n.clase === 'decimal') return decimal
  if (n.clase === 'entero') return { type: 'integer', ...enumDe([n]) }
  return {
    type: 'string',
    ...(n.largoMax && { maxLength: n.largoMax }),
    ...enumDe([n]),
  }
}

/**
 * An alias keeps the outline of its values: their parts stand under the other name, or generators would name
 * both alike.
 */
function outline({ examples: _e, enum: _v, properties, oneOf, items, ...shape }: JsonSchema): JsonSchema {
  if (properties || oneOf || Array.isArray(shape.type)) return {}
  return items ? { ...shape, items: {} } : shape
}

/**
 * The fields of a block, each under our name and under its SII tag. Nothing is `required`: a field that has two names would
 * be missing under one of them. `debidos` are those without which the block is refused; their descriptions say so.
 */
export function block(
  path: string,
  overrides: Record<string, JsonSchema> = {},
  debidos: string[] = [],
): JsonSchema {
  // A field exists when one of the roots has it.
  const parents = RAICES.flatMap((raiz) => nodo(raiz, path) ?? [])
  const tag = path.slice(path.lastIndexOf('/') + 1)
  const names = (NOMBRES as Record<string, Record<string, string>>)[tag] ?? {}
  const properties: Record<string, JsonSchema> = {}
  const aliases: Record<string, JsonSchema> = {}
  for (const [name, tag] of Object.entries(names)) {
    const n = parents.flatMap(({ hijos }) => hijos).find((h) => h.tag === tag)
    if (!n || name === 'linea') continue
    const one = overrides[name] ?? (n.clase ? leaf(n) : block(n.ruta))
    const own = n.max > 1 && !overrides[name] ? { type: 'array', maxItems: n.max, items: one } : one
    const due = debidos.includes(name) ? 'Obligatorio. ' : ''
    const described = 'description' in own ? `${own.description} ` : ''
    properties[name] = { ...own, description: `${due}${described}También \`${tag}\`.` }
    aliases[tag] = { ...outline(own), description: `Lo mismo que \`${name}\`.` }
  }
  return { type: 'object', properties: { ...properties, ...aliases } }
}
