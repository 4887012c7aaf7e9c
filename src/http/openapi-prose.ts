// The words of the published document: short ones. A rule that needs more is told to the end at `/docs`, and a table of what each value
// means there too when it is long; half of one would be worse than none.

import { isAccessText } from './openapi-access'
import { type Document, eachOperation, type Json } from './openapi-kinds'

/** Characters that what is told of an operation may have, and of a field; one sentence may be longer. */
const OPERATION = 120
const FIELD = 60
/** And a table of values. */
const TABLE = 80
/** The limit of a field's first clause: a longer one is a rule. */
const CLAUSE = 100

/** A description that only names the other name of a field, which tells it. */
const ALIAS = /^Lo mismo que `[^`]+`\.$/
/** The same of a parameter, which is one that other APIs have. */
const ALIAS_OF_OTHERS = /^Alias de `[^`]+`\.$/

/** `a`: what it means; … */
const isTable = (sentence: string): boolean => /^`[^`]+`: /.test(sentence)

/** The other name of a field. */
const ALSO = /^También `[^`]+`( y `[^`]+`)?\.$/

/** Where sentences end, but for shortened words; the items of a list stand by themselves. */
const END = /(?<!\b(?:Res|Ex|[Aa]rt|[Nn]úm|inc|p)\.)(?<=\.)\s+|(?<=:)\s+(?=\*)/

/** The first clause of a sentence, as one; what stands in brackets is not cut, nor a value from what it means. */
function clauseOf(sentence: string): string {
  for (const { index } of sentence.matchAll(/[;:]\s/g)) {
    const before = sentence.slice(0, index)
    if (before !== 'null' && before.split('(').length === before.split(')').length) return `${before}.`
  }
  return sentence
}

/** The sentences of a text that fit: always the first one, or its first clause when it is long. */
function shortened(text: string, most: number): string {
  const kept: string[] = []
  const clause = most === FIELD ? CLAUSE : text.length
  let left = most
  for (const [i, sentence] of text.split(END).entries()) {
    if (isTable(sentence) ? sentence.length <= TABLE : ALSO.test(sentence) || sentence.length <= left) {
      kept.push(sentence)
      left -= sentence.length
      continue
    }
    const first = clauseOf(sentence)
    if (i === 0 && !isTable(sentence) && first.length <= clause) kept.push(first)
    // The text after an omitted sentence may mean nothing without it.
    left = 0
  }
  return kept.join(' ').replace(/:$/, '.')
}

/** The order of a list: a value with `-` is from the greatest, as the introduction tells. */
const ORDER = /^(`-?\w+` si se omite\.) `-?\w+`: .*$/s

/** A span's subject, which the operation tells: without it all spans are one parameter. One with a rule stays. */
const SPAN = /^[^.:(]+ ([dh])(esde|asta)(?= un día de Chile)/
const withoutSubject = (text: string): string =>
  text.replace(SPAN, (_, first: string, rest: string) => `${first.toUpperCase()}${rest}`)

const LITTLE = new Set('el la los las un una de del en que su y a al es se lo con'.split(' '))

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !LITTLE.has(word))

/** Whether a text says of a field no more than its name does. */
function repeats(name: string, text: unknown): boolean {
  if (typeof text !== 'string' || ALSO.test(text)) return false
  const known = wordsOf(name.replace(/([a-z])([A-Z])/g, '$1_$2'))
  const words = wordsOf(text)
  return (
    words.length > 0 &&
    words.every((word) => known.some((one) => word.startsWith(one.slice(0, Math.max(3, one.length - 2)))))
  )
}

/** The document with short words. */
export function withShortProse<D extends Document>(document: D): D {
  const short = eachOperation(
    document,
    ({ description, parameters = [], requestBody, responses, ...rest }) => ({
      ...rest,
      ...shortDescription(
        paragraphsOf(description)
          .filter((one) => !isAccessText(one))
          .join(' '),
        OPERATION,
      ),
      parameters: parameters
        .filter((one) => !ALIAS_OF_OTHERS.test(String(one.description)))
        .map(({ description: said, ...one }) => ({
          ...(inSchema(one) as Json),
          ...shortDescription(
            typeof said === 'string' ? withoutSubject(said.replace(ORDER, '$1')) : said,
            FIELD,
          ),
        })),
      ...(requestBody && { requestBody: inSchema(requestBody) as Json }),
      responses: inSchema(responses, true) as Record<string, Json>,
    }),
  )
  const schemas = inSchema(document.components.schemas, true) as Record<string, Json>
  return { ...short, components: { ...document.components, schemas } }
}

const paragraphsOf = (description: unknown): string[] =>
  typeof description === 'string' ? description.split('\n\n') : []

function shortDescription(description: unknown, most: number): { description?: string } {
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
      if (names) return [[key, inSchema(withoutItsName(key, value))]]
      if (key !== 'description') return [[key, inSchema(value, NAMED.has(key))]]
      return ALIAS.test(value) ? [] : Object.entries(shortDescription(value, FIELD))
    }),
  )
}

function withoutItsName(name: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part) || !('type' in part)) return part
  const { description, ...rest } = part as Json
  return repeats(name, description) ? rest : part
}

/** Keys under which the keys are names. */
const NAMED = new Set(['properties', 'content', 'headers'])
const EXAMPLES = new Set(['example', 'examples'])
