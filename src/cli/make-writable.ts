// The folder for what a command saves: made where it is missing, tried before any work is begun.

import { accessSync, constants, mkdirSync } from 'node:fs'
import { whyUnwritable } from './archivo'
import { Falla } from './comando'

/** Throws Falla. */
export function makeWritable(salida: string): void {
  try {
    mkdirSync(salida, { recursive: true })
    accessSync(salida, constants.W_OK)
  } catch (cause) {
    throw new Falla(`No se puede escribir en ${salida}: ${whyUnwritable(cause)}`, { cause })
  }
}
