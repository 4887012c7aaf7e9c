// Where a series is in its rule, and what comes next (areas/recurrentes §2).

import { chileDate, chileInstant } from '../../domain/fecha'
import type { Calendario } from '../../domain/feriados'
import { type Fecha, fechasOf, type Regla } from '../../domain/recurrencia/regla'
import type { Store } from '../../store/store'
import { prepareSeries, type SerieRow } from './statements'
import { type OcurrenciaRow, prepareOcurrencias } from './statements-ocurrencia'

/** The instant of a day's work: an hour that a day of 23 lacks is one later, of two in a day of 25 it is the first. */
export const dueAt = (fecha: string, { hora }: Pick<Regla, 'hora'>): Date =>
  chileInstant(`${fecha}T${hora}:00`)

export const reglaOf = ({ regla }: Pick<SerieRow, 'regla'>): Regla => JSON.parse(regla)

/** A date, and the row of what was said of it. */
interface Next {
  fecha: Fecha
  row: OcurrenciaRow | null
}

type Place = Pick<SerieRow, 'hecho_hasta' | 'ranura'>

export type Avance = ReturnType<typeof createAvance>

export function createAvance({ store, calendario }: { store: Store; calendario: Calendario }) {
  const sql = prepareSeries(store.client)
  const ocurrencias = prepareOcurrencias(store.client)

  /**
   * The dates behind a place in their order, with what a person said of each: its row keeps the date that it had when it was written, which
   * another calendar may have moved. What is done, or waits elsewhere, is not among them.
   */
  function* ahead(regla: Regla, { hecho_hasta, ranura }: Place, said: readonly OcurrenciaRow[]) {
    const byFecha = new Map(said.map((row) => [row.fecha, row]))
    const byRanura = new Map(said.map((row) => [row.ranura, row]))
    for (const fecha of fechasOf(regla, calendario)) {
      // A holiday that was added since may have moved what is done behind its own date.
      if (fecha.fecha <= hecho_hasta || fecha.ranura === ranura) continue
      const row = byFecha.get(fecha.fecha) ?? byRanura.get(fecha.ranura) ?? null
      if (row === null || row.estado === 'omitida' || row.estado === 'cambiada') yield { fecha, row }
    }
  }

  /** The next date that is done on its own day; null where there is none. */
  function nextOf(id: string, regla: Regla, place: Place): Next | null {
    const said = ocurrencias.ahead.all(id, place.hecho_hasta)
    for (const { fecha, row } of ahead(regla, place, said))
      if (row === null || (row.estado === 'cambiada' && row.mover_a === null)) return { fecha, row }
    return null
  }

  /** The columns of a place. */
  function columnsOf(id: string, regla: Regla, place: Place) {
    const next = nextOf(id, regla, place)
    const proxima = next?.fecha.fecha ?? null
    return { ...place, proxima, proxima_at: proxima === null ? null : dueAt(proxima, regla).getTime() }
  }

  return {
    ahead,
    nextOf,
    columnsOf,
    /** Writes what comes next of a series at a place. Whether anything is left of it. In the caller's transaction. */
    move(row: Pick<SerieRow, 'id' | 'regla'>, { hecho_hasta, ranura }: Place): boolean {
      const columns = columnsOf(row.id, reglaOf(row), { hecho_hasta, ranura })
      sql.move.run({ id: row.id, ...columns })
      return columns.proxima !== null || ocurrencias.countPending.get(row.id)! > 0
    },
    /** The last day of which everything is past at `now`. */
    pastAt(regla: Regla, now: Date, before: string): string {
      const hoy = chileDate(now)
      return dueAt(hoy, regla) <= now ? hoy : before
    },
  }
}
