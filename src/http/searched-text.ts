// The text that rows of a list are searched for (http §10.1).

import { invalidParameter } from '../domain/errors'
import { rutBegun } from '../domain/rut'
import { foldText } from '../domain/texto'

const Q_MAX = 100
/** `q` as rows are searched for it, as it was typed or as a RUT without dots; null for none. Throws INVALID_PARAMETER. */
export function readText(text: string | undefined): string[] | null {
  const value = text?.normalize('NFC').trim()
  if (!value) return null
  if (value.length > Q_MAX) throw invalidParameter('q', 'formato', `Admite hasta ${Q_MAX} caracteres`)
  return [foldText(value), foldText(rutBegun(value))]
}

/** Whether any of the words of a row has one of the texts. */
export const hasText = (words: readonly unknown[], wanted: readonly string[]): boolean =>
  words.some((word) => {
    if (word === null || word === undefined) return false
    const folded = foldText(String(word))
    return wanted.some((text) => folded.includes(text))
  })
