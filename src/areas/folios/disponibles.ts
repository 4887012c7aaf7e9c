// How many folios of a type can be taken today.

import type { Database } from 'better-sqlite3'
import type { Ambiente, Clock } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'

/** That a range may still sign on a day: the statement's next parameter. */
export const VIGENTE = '(caf.vence_el IS NULL OR caf.vence_el >= +?)'

/** Freed ones and those never taken, of ranges that have not expired. */
export type Disponibles = (empresaId: string, ambiente: Ambiente, tipoDte: number) => number

export function createDisponibles(client: Database, clock: Clock): Disponibles {
  const count = client
    .prepare<[string, string, number, string, string, string, number, string], number>(
      `SELECT (SELECT coalesce(sum(hasta - siguiente + 1), 0) FROM caf
         WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND siguiente <= hasta AND ${VIGENTE})
       + (SELECT count(*) FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
         WHERE libre.empresa_id = ? AND libre.ambiente = ? AND libre.tipo_dte = ? AND ${VIGENTE})`,
    )
    .pluck()
  return (empresaId, ambiente, tipoDte) => {
    const hoy = chileDate(clock())
    return count.get(empresaId, ambiente, tipoDte, hoy, empresaId, ambiente, tipoDte, hoy) ?? 0
  }
}
