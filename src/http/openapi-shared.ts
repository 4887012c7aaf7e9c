// Headers, answers and bodies that stand in more than one operation, once in the components under a name each.

import type { Pause } from '../base/turn'
import { type Document, eachOperation, type Json, type Operation } from './openapi-kinds'
import { pascal, saved, WORTH } from './openapi-repeated'

type Kind = 'headers' | 'responses' | 'requestBodies'

/** The parts of an operation of one kind, as `change` makes each; it is given the names that fit, the best first. */
type Parts = (operation: Operation, change: (part: Json, names: () => string[]) => Json) => Operation

const mapped = (parts: Json, change: (part: Json, key: string) => Json): Json =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part as Json, key)]))

const headers: Parts = (operation, change) => ({
  ...operation,
  responses: mapped(operation.responses, (response) =>
    response.headers
      ? {
          ...response,
          headers: mapped(response.headers as Json, (one, name) =>
            change(one, () => [name, `${name}-${operation.operationId.replaceAll('_', '-')}`]),
          ),
        }
      : response,
  ) as Operation['responses'],
})

const responses: Parts = (operation, change) => ({
  ...operation,
  responses: mapped(operation.responses, (response, status) =>
    change(response, () => {
      const name = answerName(response, status)
      const more = STATUSES[status] ?? ''
      return [name, `${name}${more}`, `${pascal(operation.operationId)}${more}`]
    }),
  ) as Operation['responses'],
})

const STATUSES: Record<string, string> = { 201: 'Creado', 202: 'EnCola', 304: 'SinCambio', 404: 'NoHay' }

/** The name of an answer: its schema's, or that of its media types. */
function answerName({ content }: Json, status: string): string {
  if (!content) return { 204: 'Hecho', 304: 'SinCambio' }[status] ?? 'SinCuerpo'
  const json = (content as Record<string, { schema?: { $ref?: string } }>)['application/json']
  const name = json?.schema?.$ref?.split('/').pop()
  const files = Object.keys(content)
    .filter((type) => type !== 'application/json')
    .map((type) => pascal(type.replace(/^.*[/]/, '').replace(/\W+/g, '_')))
  return `${name ?? 'Archivo'}${files.join('')}`
}

const requestBodies: Parts = (operation, change) =>
  operation.requestBody
    ? { ...operation, requestBody: change(operation.requestBody, () => [pascal(operation.operationId)]) }
    : operation

/** Headers first: an answer that refers to its headers is equal to more others. */
const KINDS: [Kind, Parts][] = [
  ['headers', headers],
  ['requestBodies', requestBodies],
  ['responses', responses],
]

export async function withShared(document: Document, pause: Pause): Promise<Document> {
  let current = document
  for (const [kind, parts] of KINDS) current = await ofKind(current, kind, parts, pause)
  return current
}

async function ofKind(document: Document, kind: Kind, parts: Parts, pause: Pause): Promise<Document> {
  await pause()
  const times = new Map<string, number>()
  const found = (part: Json): Json => {
    const text = JSON.stringify(part)
    if (!part.$ref) times.set(text, (times.get(text) ?? 0) + 1)
    return part
  }
  eachOperation(document, (operation) => parts(operation, found))
  await pause()
  const made: Json = { ...document.components[kind] }
  const written = new Map<string, string | undefined>()
  const named = (part: Json, names: () => string[]): Json => {
    const text = JSON.stringify(part)
    if (!written.has(text)) {
      const name = names().find((one) => !(one in made))
      const worth = name !== undefined && saved(text, times.get(text) ?? 0, kind, name) >= WORTH
      written.set(text, worth ? name : undefined)
      if (worth) made[name] = part
    }
    const name = written.get(text)
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
  }
  const changed = eachOperation(document, (operation) => parts(operation, named))
  return {
    ...changed,
    components: { ...changed.components, ...(Object.keys(made).length && { [kind]: made }) },
  }
}
