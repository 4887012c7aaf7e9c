// Whose folios are meant, and a range of them that was just loaded.

import type { Ambiente } from '../../domain/ambiente'
import type { Rango } from '../../domain/folios/existencias'

/** Whose CAF it must be. */
export interface Titular {
  empresaId: string
  ambiente: Ambiente
}

export interface RangoCargado extends Rango {
  tipoDte: number
}
