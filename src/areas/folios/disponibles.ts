// How many folios of a type can be taken today.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import type { Ambiente } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'
import { prepareDisponibles } from './statements'

/** Freed ones and those never taken, of ranges that have not expired. */
export type Disponibles = (empresaId: string, ambiente: Ambiente, tipoDte: number) => number

export function createDisponibles(client: Database, clock: Clock): Disponibles {
  const count = prepareDisponibles(client)
  return (empresaId, ambiente, tipoDte) => {
    const hoy = chileDate(clock())
    return count.get(empresaId, ambiente, tipoDte, hoy, empresaId, ambiente, tipoDte, hoy) ?? 0
  }
}
