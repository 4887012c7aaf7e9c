// The parameters of a search of the book (areas/clientes §2).

import { invalidParameter } from '../../domain/errors'
import { parseRut, rutBegun } from '../../domain/rut'
import { foldText } from '../../domain/texto'

export interface Filtros {
  q?: string | undefined
  rut?: string | undefined
  eliminados: boolean
  /** When they were written down: instants, the last excluded. */
  desde?: string | undefined
  hasta?: string | undefined
}

/** Nothing that is searched is longer. */
const BUSCADO_MAX = 100

/** The texts to find in the folded column: any of these. Throws INVALID_PARAMETER. */
export function readQ(q: string): string[] {
  const value = q.normalize('NFC').trim()
  if (value.length > BUSCADO_MAX)
    throw invalidParameter('q', 'formato', `Admite hasta ${BUSCADO_MAX} caracteres`)
  // A typed part of a RUT may be a whole one by chance: 78.123 is 7812-3.
  const written = rutBegun(value)
  return [...new Set([written, parseRut(value) ?? written].map(foldText))]
}

/** Throws INVALID_PARAMETER. */
export function readRut(text: string): string {
  const rut = parseRut(text)
  if (!rut) throw invalidParameter('rut', 'rut', 'No es un RUT válido')
  return rut
}
