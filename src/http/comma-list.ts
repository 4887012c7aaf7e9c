// Query parameters of several values, `33,39`.

import { invalidParameter } from '../domain/errors'

const parts = (text: string): string[] => text.split(',').map((part) => part.trim())

/** Known words. Throws INVALID_PARAMETER. */
export function readWords<T extends string>(campo: string, text: string, known: readonly T[]): T[] {
  const words = parts(text)
  if (words.every((word): word is T => (known as readonly string[]).includes(word))) return words as T[]
  throw invalidParameter(campo, 'formato', `Debe ser uno o varios de: ${known.join(', ')}`)
}

/** Whole numbers. Throws INVALID_PARAMETER. */
export function readNumbers(campo: string, text: string): number[] {
  const numbers = parts(text)
  if (numbers.every((part) => /^\d{1,15}$/.test(part))) return numbers.map(Number)
  throw invalidParameter(campo, 'formato', 'Debe ser un entero, o varios separados por coma')
}
