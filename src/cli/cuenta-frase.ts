// The phrase of a move: typed, or the first line of a file that a program keeps.

import { readText } from './archivo'
import { type Argumentos, type Io, text, UsoIncorrecto } from './comando'

const FRASE_MIN = 12

/** Throws UsoIncorrecto, Falla. */
export async function readFrase(args: Argumentos, io: Io): Promise<string> {
  const file = text(args, 'frase-archivo')
  const frase =
    file === undefined
      ? await io.readSecret(`Frase de la mudanza (${FRASE_MIN} caracteres o más): `)
      : readText(file).split(/\r?\n/, 1)[0]!
  if (frase.length < FRASE_MIN)
    throw new UsoIncorrecto(
      `La frase, una línea de la entrada estándar o la primera de --frase-archivo, debe tener ${FRASE_MIN} caracteres o más`,
    )
  return frase
}
