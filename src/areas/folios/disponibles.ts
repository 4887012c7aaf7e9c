// How many folios of a type can be taken today.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { prepareDisponibles } from './statements'

/** Freed ones and those never taken, of ranges that have not expired. */
export type Disponibles = (titular: Titular, tipoDte: number) => number

export function createDisponibles(client: Database, clock: Clock): Disponibles {
  const count = prepareDisponibles(client)
  return ({ empresaId, ambiente }, tipoDte) => {
    const hoy = chileDate(clock())
    return count.get(empresaId, ambiente, tipoDte, hoy, empresaId, ambiente, tipoDte, hoy) ?? 0
  }
}
