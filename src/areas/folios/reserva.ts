// The hot path: one folio for one document, inside the transaction that accepts it, so that a folio is never lost nor used
// twice (http §18; src §3.5).

import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import { takesFresh } from '../../domain/folios/existencias'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Alertas } from './alertas'
import type { Disponibles } from './disponibles'
import { FolioPorConciliar } from './por-conciliar'
import { prepareReserva, type TakenRow } from './statements'

interface FolioReservado {
  folio: number
  cafId: string
  /** FA of its range: the SII objects to a stamp, or a document, from before it. */
  fechaAutorizacion: string
}

/** A taken folio, as its document knows it. */
interface FolioTomado extends Titular {
  tipoDte: number
  folio: number
  cafId: string
}

/** Told in the same transaction when a taken folio leaves few or none; `aviso` as of `TakenRow`. */
export type NotifyTaken = (
  titular: Titular,
  tipoDte: number,
  disponibles: number,
  aviso: number | null,
) => void

const candidato = (row: TakenRow | undefined) =>
  row && { folio: row.folio, fechaAutorizacion: row.fecha_autorizacion }

export type Reserva = ReturnType<typeof createReserva>

export function createReserva({
  store: { client },
  clock,
  disponibles,
  notifyTaken,
  aroundGain,
}: {
  store: Store
  clock: Clock
  disponibles: Disponibles
  notifyTaken: NotifyTaken
  aroundGain: Alertas['aroundGain']
}) {
  const { findFree, deleteFree, findNew, takeNew, giveBack } = prepareReserva(client)

  /** Expiry counts to the day of signing, which is today, or the document's own date when that is later (xml §4.4). */
  function lastDay(fecha: string): string {
    const hoy = chileDate(clock())
    return fecha > hoy ? fecha : hoy
  }

  const find = ({ empresaId, ambiente }: Titular, tipoDte: number, fecha: string) => {
    const day = lastDay(fecha)
    const free = findFree.get(empresaId, ambiente, tipoDte, day)
    const fresh = findNew.get(empresaId, ambiente, tipoDte, day)
    return takesFresh(candidato(fresh), candidato(free))
      ? { free: undefined, taken: fresh }
      : { free, taken: free }
  }

  /** Counting costs more than taking, so it is done only where the range itself says that it is near its end. */
  function notifyWhenFew(
    { hasta, folio, aviso_bajo }: TakenRow,
    freed: boolean,
    titular: Titular,
    tipoDte: number,
  ): void {
    const left = hasta - folio
    // A freed folio says nothing of its range.
    if (!freed && left !== 0 && (aviso_bajo === null || left > aviso_bajo)) return
    const all = disponibles(titular, tipoDte)
    if (all === 0 || (aviso_bajo !== null && all <= aviso_bajo))
      notifyTaken(titular, tipoDte, all, aviso_bajo)
  }

  return {
    /** FA of the range whose folio `reserve` would take now, null when there is none. Takes nothing. */
    peek(titular: Titular, tipoDte: number, fecha: string): string | null {
      return find(titular, tipoDte, fecha).taken?.fecha_autorizacion ?? null
    },

    /**
     * Takes a folio for a document dated `fecha`: of the oldest range that has not expired the next one, or before it the lowest
     * freed one. Null when there is none. Throws FolioPorConciliar when the SII must be asked before. Call it inside an
     * immediate transaction; rolling back returns the folio.
     */
    reserve({ empresaId, ambiente }: Titular, tipoDte: number, fecha: string): FolioReservado | null {
      const { free, taken } = find({ empresaId, ambiente }, tipoDte, fecha)
      if (!taken) return null
      if (taken.por_conciliar) throw new FolioPorConciliar({ empresaId, ambiente }, tipoDte)
      if (free) deleteFree.run(empresaId, ambiente, tipoDte, free.folio)
      else takeNew.run(taken.caf_id)
      notifyWhenFew(taken, free !== undefined, { empresaId, ambiente }, tipoDte)
      return { folio: taken.folio, cafId: taken.caf_id, fechaAutorizacion: taken.fecha_autorizacion }
    },

    /**
     * Gives back the folio of a document that the SII never saw. Inside the caller's transaction. Throws when it was not
     * taken from that range or is free already.
     */
    free(tomado: FolioTomado): void {
      const { folio, tipoDte, cafId } = tomado
      if (aroundGain(tomado, tipoDte, () => giveBack.run(tomado).changes) !== 1)
        throw new Error(`folio ${folio} of type ${tipoDte} was not taken from ${cafId}`)
    },
  }
}
