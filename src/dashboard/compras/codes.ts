// Countries and currencies to choose from, by their codes, with their names in Spanish.

import { isPais } from '../../domain/codigos-iso'

/** What a field suggests: the code that is sent, and its name. */
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

/** The code of a name that was typed or chosen; any other text stays. */
export const codeOf = (choices: Choices, text: string): string => {
  const typed = text.trim().toLocaleLowerCase('es')
  return choices.find(([, name]) => name.toLocaleLowerCase('es') === typed)?.[0] ?? text
}
