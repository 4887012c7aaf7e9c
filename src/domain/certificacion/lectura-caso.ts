// Shared by the readers of a case: where it stands, and the case as it grows.

import type { Apuntes } from './apuntes'
import type { CasoSet, ClaseSet } from './set'
import type { Tabla } from './tabla'

export interface Cabeza {
  clase: ClaseSet
  atencion: string | null
  numero: number
  linea: number
}

/** A case as it grows while its lines are read. */
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
