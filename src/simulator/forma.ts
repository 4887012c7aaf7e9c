// The form of a file as its schema has it: elements in order, how often each, and what they hold.

import { parseRut } from '../domain/rut'
import { type Elemento, hijos, texto } from '../xml/verify/nodo'

export type Forma = (text: string) => boolean

/** A child: its name, how often it stands there, and its form or its own children. */
export type Hijo = readonly [local: string, min: number, max: number, forma: Forma | readonly Hijo[]]

export const MUCHOS = Number.POSITIVE_INFINITY

export const pattern = (regexp: RegExp): Forma => regexp.test.bind(regexp)
export const rut: Forma = (text) => parseRut(text) === text

/** The first fault in the children of an element, in the words of the parser at the SII's door. */
export function faultOf(nodo: Elemento, forma: readonly Hijo[]): string | null {
  const rest = hijos(nodo)
  for (const [local, min, max, de] of forma) {
    let count = 0
    for (; count < max && rest[0]?.local === local; count++) {
      const one = rest.shift()!
      if (typeof de !== 'function') {
        const inner = faultOf(one, de)
        if (inner) return inner
      } else if (hijos(one).length || !de(texto(one).trim())) return `LSX-00204: invalid value of '${local}'`
    }
    if (count < min) return `LSX-00213: only ${count} occurrences of particle '${local}', minimum is ${min}`
  }
  return rest.length ? `LSX-00200: element '${rest[0]!.local}' not expected` : null
}
