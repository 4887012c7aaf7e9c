// Countries and currencies to choose from, by their codes, with their names in Spanish.

import { isPais } from '../../domain/codigos-iso'

/** The suggestions of a field: the code that is sent, and its name. */
export type Choices = readonly (readonly [code: string, name: string])[]

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const named = (type: 'region' | 'currency', codes: readonly string[]): Choices => {
  const names = new Intl.DisplayNames(['es'], { type })
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => a.localeCompare(b, 'es'))
}

export const PAISES = named(
  'region',
  LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).filter(isPais),
)
export const MONEDAS = named('currency', Intl.supportedValuesOf('currency'))

const fold = (text: string): string => text.trim().toLocaleLowerCase('es')

const find = (choices: Choices, text: string): Choices[number] | undefined =>
  choices.find((choice) => choice.some((word) => fold(word) === fold(text)))

/**
 * The code that a whole name or code means, in any case; any other text stays. For a text that is done, never while it is typed:
 * Guinea is a country, and how Guinea Ecuatorial begins.
 */
export const codeOf = (choices: Choices, text: string): string => find(choices, text)?.[0] ?? text

/** The code that a text means while it is typed; empty when it is still ambiguous, as `pes`. */
export function codeSoFar(choices: Choices, text: string): string {
  const begins = (name: string): boolean => fold(name).startsWith(fold(text))
  const [code, name] = find(choices, text) ?? ['', '']
  return begins(code) && !begins(name) && choices.some(([, other]) => begins(other)) ? '' : code
}
