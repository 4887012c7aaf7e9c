// The warning for a client that may have sent the same thing twice without an Idempotency-Key (contract §9).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Dte } from '../../domain/dte/dte'
import { montosEnPesos } from '../../domain/dte/pesos'
import type { Advertencia } from '../../domain/errors'
import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'

const RECENT_MS = 600_000

/** What is about to be accepted, and among what its like is looked for. */
interface Aceptable {
  tabla: 'documento' | 'programada'
  empresaId: string
  ambiente: Ambiente
  dte: Dte
  referenciaExterna: string | null
}

/** Finds the latest equal document, or equal scheduled emission, of the ten minutes before `now`. */
export function createDuplicado(client: Database) {
  const igual = (tabla: 'documento' | 'emision_programada') =>
    client
      .prepare(
        `SELECT job_id FROM ${tabla} WHERE empresa_id = +? AND ambiente = +? AND rut_receptor = +? AND tipo_dte = +?
         AND monto_total = +? AND created_at > +? AND referencia_externa IS +? ORDER BY created_at DESC LIMIT 1`,
      )
      .pluck()
  const buscar = { documento: igual('documento'), programada: igual('emision_programada') }
  return (
    { tabla, empresaId, ambiente, dte, referenciaExterna: externa }: Aceptable,
    now: Date,
  ): Advertencia[] => {
    // Two coffees in ten minutes are no mistake: without a reference of the client's own, anonymous boletas are let be.
    if (externa === null && dte.receptor.rut === RUT_CONSUMIDOR_FINAL) return []
    const { total } = montosEnPesos(dte)
    const since = new Date(now.getTime() - RECENT_MS).toISOString()
    const key = [empresaId, ambiente, dte.receptor.rut, dte.idDoc.tipoDte, total, since, externa]
    const other = buscar[tabla].get(...key) as string | undefined
    const mensaje = 'Hace menos de 10 minutos se aceptó un documento igual'
    return other ? [{ code: 'POSSIBLE_DUPLICATE', campo: '', mensaje, job_id: other } as Advertencia] : []
  }
}
