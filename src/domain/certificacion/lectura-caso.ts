// What the readers of a case share: where it stands, and what grows while its lines are read.

import type { Apuntes } from './apuntes'
import type { CasoSet, ClaseSet } from './set'
import type { Tabla } from './tabla'

export interface Cabeza {
  clase: ClaseSet
  atencion: string | null
  numero: number
  linea: number
}

/** What grows while the lines of a case are read. */
export interface Lectura {
  cabeza: Cabeza
  caso: CasoSet
  tabla: Tabla | null
  notas: string[]
  apuntes: Apuntes
  /** Percentages of single lines, told after the table. */
  porLinea: { linea: number; item: number | null; pct: string; campo: 'descuentoPct' | 'recargoPct' }[]
  /** A text in quotes that goes on in the next line. */
  abierta: boolean
  /** After a ruler, where sentences are no part of the case. */
  cerrado: boolean
}

/** A line cut into its key, folded, and its value. */
export interface ClaveValor {
  clave: string
  valor: string
}
