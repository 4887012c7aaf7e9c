// The hot path: one folio for one document, inside the transaction that accepts it, so that a folio is never lost nor used
// twice (contract §18, architecture decision 4).

import type { Ambiente, Clock } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'
import type { Store } from '../../store/store'
import { type AvisarTomado, pocosFolios } from './avisar'

export interface FolioReservado {
  folio: number
  cafId: string
  /** FA of its range: the SII objects to a stamp, or a document, from before it. */
  fechaAutorizacion: string
}

/** A taken folio, as its document knows it. */
export interface FolioTomado {
  empresaId: string
  ambiente: Ambiente
  tipoDte: number
  folio: number
  cafId: string
}

interface TakenRow {
  folio: number
  caf_id: string
  fecha_autorizacion: string
  desde: number
  hasta: number
}

export type Reserva = ReturnType<typeof createReserva>

const VIGENTE = '(caf.vence_el IS NULL OR caf.vence_el >= +?)'

export function createReserva({
  store: { client },
  clock,
  avisarTomado,
}: {
  store: Store
  clock: Clock
  /** Told in the same transaction when a taken folio leaves few or none. */
  avisarTomado: AvisarTomado
}) {
  // Found and then written: RETURNING makes SQLite build a table for its answer, which costs more than both statements. And
  // `+?` because of how SQLite treats a bare parameter (store/driver.ts).
  const findFree = client.prepare<[string, string, number, string], TakenRow>(
    `SELECT libre.folio, libre.caf_id, caf.fecha_autorizacion, caf.desde, caf.hasta
     FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
     WHERE libre.empresa_id = +? AND libre.ambiente = +? AND libre.tipo_dte = +? AND ${VIGENTE}
     ORDER BY libre.folio LIMIT 1`,
  )
  const deleteFree = client.prepare<[string, string, number, number]>(
    'DELETE FROM folio_libre WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio = ?',
  )
  const findNew = client.prepare<[string, string, number, string], TakenRow>(
    `SELECT siguiente AS folio, id AS caf_id, fecha_autorizacion, desde, hasta FROM caf
     WHERE empresa_id = +? AND ambiente = +? AND tipo_dte = +? AND siguiente <= hasta AND ${VIGENTE}
     ORDER BY fecha_autorizacion, desde LIMIT 1`,
  )
  const takeNew = client.prepare('UPDATE caf SET siguiente = siguiente + 1 WHERE id = ?')
  // The range itself says whether the folio was ever taken: what was not cannot be given back.
  const giveBack = client.prepare(
    // A company that was deleted and made anew since has given its range, and what is freed of it, to its new row (herencia.ts).
    `INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id)
     SELECT empresa_id, ambiente, tipo_dte, @folio, id FROM caf
     WHERE id = @cafId AND (empresa_id = @empresaId OR @folio <= heredado_hasta) AND ambiente = @ambiente AND tipo_dte = @tipoDte
       AND @folio BETWEEN desde AND siguiente - 1`,
  )
  const countAvailable = client
    .prepare<[string, string, number, string, string, string, number, string], number>(
      `SELECT (SELECT coalesce(sum(hasta - siguiente + 1), 0) FROM caf
         WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND siguiente <= hasta AND ${VIGENTE})
       + (SELECT count(*) FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
         WHERE libre.empresa_id = ? AND libre.ambiente = ? AND libre.tipo_dte = ? AND ${VIGENTE})`,
    )
    .pluck()

  /** Expiry counts to the day of signing, which is today, or the document's own date when that is later (§9.4). */
  function lastDay(fecha: string): string {
    const hoy = chileDate(clock())
    return fecha > hoy ? fecha : hoy
  }

  const find = (empresaId: string, ambiente: Ambiente, tipoDte: number, fecha: string) => {
    const day = lastDay(fecha)
    const free = findFree.get(empresaId, ambiente, tipoDte, day)
    return { free, taken: free ?? findNew.get(empresaId, ambiente, tipoDte, day) }
  }

  function disponibles(empresaId: string, ambiente: Ambiente, tipoDte: number): number {
    const hoy = chileDate(clock())
    return countAvailable.get(empresaId, ambiente, tipoDte, hoy, empresaId, ambiente, tipoDte, hoy) ?? 0
  }

  /** Counting costs more than taking, so it is done only where the range itself says that it is near its end. */
  function tellWhenFew(
    { desde, hasta, folio }: TakenRow,
    freed: boolean,
    empresaId: string,
    ambiente: Ambiente,
    tipoDte: number,
  ): void {
    const left = hasta - folio
    const few = pocosFolios(desde, hasta)
    if (!freed && left !== 0 && left !== few) return
    const all = disponibles(empresaId, ambiente, tipoDte)
    // A freed folio says nothing of its range: of those only the very last is told.
    if (all === 0 || (!freed && left === few && all <= few)) avisarTomado(empresaId, ambiente, tipoDte, all)
  }

  return {
    /** FA of the range whose folio `reserve` would take now, null when there is none. Takes nothing. */
    peek(empresaId: string, ambiente: Ambiente, tipoDte: number, fecha: string): string | null {
      return find(empresaId, ambiente, tipoDte, fecha).taken?.fecha_autorizacion ?? null
    },

    /**
     * Takes a folio for a document dated `fecha`: the lowest freed one, else the next of the oldest range that has not
     * expired. Null when there is none. Call it inside an immediate transaction; rolling back returns the folio.
     */
    reserve(empresaId: string, ambiente: Ambiente, tipoDte: number, fecha: string): FolioReservado | null {
      const { free, taken } = find(empresaId, ambiente, tipoDte, fecha)
      if (!taken) return null
      if (free) deleteFree.run(empresaId, ambiente, tipoDte, free.folio)
      else takeNew.run(taken.caf_id)
      tellWhenFew(taken, free !== undefined, empresaId, ambiente, tipoDte)
      return { folio: taken.folio, cafId: taken.caf_id, fechaAutorizacion: taken.fecha_autorizacion }
    },

    /**
     * Gives back the folio of a document that the SII never saw. Inside the caller's transaction. Throws when it was not
     * taken from that range or is free already.
     */
    release(tomado: FolioTomado): void {
      if (giveBack.run(tomado).changes !== 1) {
        throw new Error(`folio ${tomado.folio} of type ${tomado.tipoDte} was not taken from ${tomado.cafId}`)
      }
    },

    /** How many folios `reserve` can give today. */
    disponibles,
  }
}
