// A name for the schema of each answer, made of what it answers: `RespuestaCliente` has one in `data`, `ListaCliente` several, and
// what has no name of its own is called by the path of its operation, `RespuestaRcvCuadratura`.

import type { Document, Json } from './openapi-kinds'
import { pascal } from './openapi-repeated'

interface Schema extends Json {
  $ref?: string
  items?: Schema
  properties?: Record<string, Schema>
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').pop()

/** The name of an envelope around a named schema. */
function calledByContent({ properties: { ok, data, ...more } = {} }: Schema): string | undefined {
  if (!ok || !data || Object.keys(more).some((name) => name !== 'paginacion')) return
  const one = nameOf(data)
  if (one && !more.paginacion) return `Respuesta${one}`
  const item = data.items && nameOf(data.items)
  if (!item) return
  return more.paginacion ? `Lista${item}` : `Todos${item}`
}

interface Place {
  path: string
  operationId: string
  status: string
}

/** `/v1/rcv/{periodo}/cuadratura` → `RespuestaRcvCuadratura` */
const calledByPath = (path: string): string =>
  `Respuesta${pascal(
    path
      .replace(/^\/v1(?=\/)|\{\w+\}/g, '')
      .replace(/\W+/g, '_')
      .replace(/^_|_$/g, ''),
  )}`

const STATUSES: Record<string, string> = { 201: 'Creado', 202: 'EnCola', 503: 'NoListo' }

export function withAnswers<D extends Document>(document: D): D {
  const schemas = { ...document.components.schemas }
  const written = new Map<string, string>()

  /** A reference to the schema, under the first of the names that is free. */
  function keep(schema: Json, names: (string | undefined)[]): Json {
    const text = JSON.stringify(schema)
    let name = written.get(text)
    if (!name) {
      name = names.find((one) => one !== undefined && !(one in schemas))
      if (!name) throw new Error(`no free name: ${names}`)
      written.set(text, name)
      schemas[name] = schema
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function named(response: Json, { path, operationId, status }: Place): Json {
    const content = response.content as Record<string, { schema?: Schema }> | undefined
    const json = content?.['application/json']
    if (!json?.schema || json.schema.$ref) return response
    const names = [
      calledByPath(path),
      `Respuesta${pascal(operationId)}`,
      STATUSES[status] && `Respuesta${pascal(operationId)}${STATUSES[status]}`,
    ]
    const schema = keep(json.schema, [calledByContent(json.schema), ...names])
    return { ...response, content: { ...content, 'application/json': { ...json, schema } } }
  }

  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, { responses, ...rest }]) => {
          const of = (status: string): Place => ({ path, operationId: rest.operationId, status })
          const answers = Object.entries(responses).map(([status, one]) => [status, named(one, of(status))])
          return [method, { ...rest, responses: Object.fromEntries(answers) }]
        }),
      ),
    ]),
  ) as D['paths']
  return { ...document, paths, components: { ...document.components, schemas } }
}
