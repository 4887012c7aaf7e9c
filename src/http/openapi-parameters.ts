// The parameters of a route beside its body, for the OpenAPI document: path, query and headers.

import type { Access } from './credential'
import { AmbienteJson } from './envelope'
import { type Detail, type DocumentedRoute, placesOf } from './openapi-detail'
import { AQUI, NOMBRE } from './openapi-names'
import { type JsonSchema, toJsonSchema } from './openapi-schema'

const AMBIENTE_PARAMETER = {
  name: 'X-Ambiente',
  in: 'header',
  required: false,
  description:
    'En sesiones, el ambiente en que se trabaja si no es el de la empresa. Una llave sólo admite el suyo.',
  schema: toJsonSchema(AmbienteJson()),
}

const EMPRESA_PARAMETER = {
  name: 'X-Empresa',
  in: 'header',
  required: false,
  description:
    'La empresa en cuyo nombre se cree actuar, por su id. Si la activa es otra, 409 `CONFLICT` y nada se hace; no la elige.',
  schema: { type: 'string' },
}

export function parametersOf(route: DocumentedRoute, access: Access, { parameters = [] }: Detail): object[] {
  const inPath = toJsonSchema(route.hooks.params ?? {}).properties ?? {}
  const query = toJsonSchema(route.hooks.query ?? {})
  return [
    ...placesOf(route).map(({ name, called }) =>
      parameter(called, 'path', true, inPath[name] ?? { type: 'string' }),
    ),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) =>
      parameter(name, 'query', query.required?.includes(name) ?? false, schema),
    ),
    ...(access.publico || access.soloSesion ? [] : [AMBIENTE_PARAMETER]),
    ...(access.empresa ? [EMPRESA_PARAMETER] : []),
    ...parameters,
  ]
}

// The description of a schema moves to its parameter; a named one keeps its own.
const parameter = (name: string, place: string, required: boolean, schema: JsonSchema) => {
  const { [AQUI]: here, ...bare } = schema
  const { description, ...rest } = bare
  const named = NOMBRE in schema
  const said = named ? here : description
  return {
    name,
    in: place,
    required,
    ...(said !== undefined && { description: said }),
    schema: named ? bare : rest,
  }
}
