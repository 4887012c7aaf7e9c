// The words of the published document: short ones. A rule that needs more is told to the end at `/docs`, and a table of what each value
// means there too when it is long; half of one would be worse than none.

import { isAccessText } from './openapi-access'
import { type Document, eachOperation, type Json } from './openapi-kinds'

/** Characters that what is told of an operation may have, and of a field; one sentence may be longer. */
const OPERATION = 180
const FIELD = 80
/** And a table of values. */
const TABLE = 120

/** What says only that a field is another by its other name, which that one tells. */
const ALIAS = /^Lo mismo que `[^`]+`\.$/
/** The same of a parameter, which is one that other APIs have. */
const ALIAS_OF_OTHERS = /^Alias de `[^`]+`\.$/

/** `a`: what it means; … */
const isTable = (sentence: string): boolean => /^`[^`]+`: /.test(sentence)

/** The other name of a field. */
const ALSO = /^También `[^`]+`( y `[^`]+`)?\.$/

/** What of a text fits, by sentences: the first one always, of a long one its first clause. */
function shortened(text: string, most: number): string {
  const kept: string[] = []
  let left = most
  for (const [i, sentence] of text.split(/(?<=\.)\s+|(?<=:)\s+(?=\*)/).entries()) {
    if (isTable(sentence) ? sentence.length <= TABLE : ALSO.test(sentence) || sentence.length <= left) {
      kept.push(sentence)
      left -= sentence.length
      continue
    }
    if (i === 0 && !isTable(sentence)) kept.push(sentence.replace(/[;:]\s.*$/s, '.'))
    // What follows a sentence that is left out may mean nothing without it.
    left = 0
  }
  return kept.join(' ').replace(/:$/, '.')
}

/** The document with short words. */
export function withShortProse<D extends Document>(document: D): D {
  const short = eachOperation(
    document,
    ({ description, parameters = [], requestBody, responses, ...rest }) => ({
      ...rest,
      ...told(
        paragraphsOf(description)
          .filter((one) => !isAccessText(one))
          .join(' '),
        OPERATION,
      ),
      parameters: parameters
        .filter((one) => !ALIAS_OF_OTHERS.test(String(one.description)))
        .map(({ description: said, ...one }) => ({ ...(inSchema(one) as Json), ...told(said, FIELD) })),
      ...(requestBody && { requestBody: inSchema(requestBody) as Json }),
      responses: inSchema(responses, true) as Record<string, Json>,
    }),
  )
  const schemas = inSchema(document.components.schemas, true) as Record<string, Json>
  return { ...short, components: { ...document.components, schemas } }
}

const paragraphsOf = (description: unknown): string[] =>
  typeof description === 'string' ? description.split('\n\n') : []

function told(description: unknown, most: number): { description?: string } {
  const short = typeof description === 'string' ? shortened(description, most) : ''
  return short ? { description: short } : {}
}

/** `names`: whether the keys are names, of which any is kept. */
function inSchema(part: unknown, names = false): unknown {
  if (Array.isArray(part)) return part.map((one) => inSchema(one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => {
      if (EXAMPLES.has(key)) return [[key, value]]
      if (names || key !== 'description') return [[key, inSchema(value, !names && NAMED.has(key))]]
      return ALIAS.test(value) ? [] : Object.entries(told(value, FIELD))
    }),
  )
}

/** Keys under which the keys are names. */
const NAMED = new Set(['properties', 'content', 'headers'])
const EXAMPLES = new Set(['example', 'examples'])
