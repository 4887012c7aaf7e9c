// A range of folios that was just loaded.

import type { Rango } from '../../domain/folios/existencias'

export interface RangoCargado extends Rango {
  tipoDte: number
}
