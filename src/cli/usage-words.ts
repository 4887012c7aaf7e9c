// The words of a command's usage that a shell may complete: its actions, and the flags that take a value.

import type { Comando } from './comando'
import { flagsOf } from './json'

/** The alternatives of a usage: what stands between bars outside of brackets. */
function alternatives(uso: string): string[] {
  const found = ['']
  let depth = 0
  for (const letter of uso) {
    if ('[('.includes(letter)) depth++
    if ('])'.includes(letter)) depth--
    if (letter === '|' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((one) => one.trim())
}

/** The actions that its first word may be: `listar`, `reintentar`. */
export const actionsOf = ({ uso }: Comando): string[] => [
  ...new Set(alternatives(uso).flatMap((one) => /^[a-z][a-z-]+(?= |$)/.exec(one)?.[0] ?? [])),
]

/** `--data`, and whether it takes a value. */
export const optionsOf = (comando: Comando): { name: string; takes: boolean }[] =>
  Object.entries(flagsOf(comando)).map(([name, { type }]) => ({
    name: `--${name}`,
    takes: type === 'string',
  }))

/** The beginning of what a command does, for one line of a list. */
export const shortOf = ({ resumen }: Comando): string => resumen.split(/[;:,(]/)[0]!.trim()
