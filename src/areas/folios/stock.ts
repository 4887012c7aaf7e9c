// The folios of each type: ranges, remaining ones, and the pace of the last days (http §18).

import { and, asc, count, eq, getTableColumns, min } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import {
  DIAS_PROMEDIO,
  type Existencias,
  existencias,
  type Rango,
  type Usados,
} from '../../domain/folios/existencias'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import type { Alerta, Alertas } from './alertas'
import type { RangoCargado } from './rango'
import { prepareStock } from './statements'

export interface StockTipo extends Existencias, Alerta {
  tipoDte: number
  /** Oldest first. */
  rangos: Rango[]
  /** Before the next one is taken the SII is asked what it has. */
  porConciliar: boolean
  usados: Usados
}

/** A loaded range of exactly these folios. */
export type FindRango = (
  titular: Titular,
  tipoDte: number,
  folios: { desde: number; hasta: number },
) => RangoCargado | undefined

export const createFindRango =
  (stock: Stock): FindRango =>
  ({ empresaId, ambiente }, tipoDte, { desde, hasta }) => {
    const ofType = stock({ empresaId, ambiente }).find((one) => one.tipoDte === tipoDte)
    const found = ofType?.rangos.find((one) => one.desde === desde && one.hasta === hasta)
    return found && { ...found, tipoDte }
  }

export type Stock = (titular: Titular) => StockTipo[]

const DAY = 86_400_000

/** The stock of every type of which the company ever had a range, by code. */
export function createStock({
  store: { client, db },
  clock,
  alertas,
}: {
  store: Store
  clock: Clock
  alertas: Pick<Alertas, 'get'>
}): Stock {
  const { nextTaken, skipped } = prepareStock(client)

  /**
   * Folios of a range taken since an instant. They are taken in order, so a search by halves finds the first one: counting
   * would read a million documents of a busy company.
   */
  function takenSince(
    since: string,
    { empresaId, ambiente }: Titular,
    tipoDte: number,
    rango: Rango,
  ): number {
    // Folios taken by a former row of the company have no documents here.
    let [low, high] = [(rango.heredadoHasta ?? rango.desde - 1) + 1, rango.siguiente]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const at = nextTaken.get(empresaId, ambiente, tipoDte, middle)
      if (at !== undefined && at < since) low = middle + 1
      else high = middle
    }
    // A skipped folio was not used.
    return rango.siguiente - low - skipped.get({ empresaId, ambiente, tipoDte, id: rango.id, low })!
  }

  const { xmlCifrado: _secret, ...columns } = getTableColumns(caf)

  return ({ empresaId, ambiente }) => {
    const now = clock()
    const hoy = chileDate(now)
    const libres = new Map(
      db
        .select({ cafId: folioLibre.cafId, libres: count(), firstFree: min(folioLibre.folio) })
        .from(folioLibre)
        .where(and(eq(folioLibre.empresaId, empresaId), eq(folioLibre.ambiente, ambiente)))
        .groupBy(folioLibre.cafId)
        .all()
        .map(({ cafId, ...found }) => [cafId, found]),
    )
    const rows = db
      .select(columns)
      .from(caf)
      .where(and(eq(caf.empresaId, empresaId), eq(caf.ambiente, ambiente)))
      .orderBy(asc(caf.tipoDte), asc(caf.fechaAutorizacion), asc(caf.desde))
      .all()
    return [...Map.groupBy(rows, ({ tipoDte }) => tipoDte)].map(([tipoDte, group]) => {
      const rangos = group.map(({ porConciliar, ...row }) => ({
        ...{ libres: 0, firstFree: null, porConciliar: porConciliar > 0 },
        ...row,
        ...libres.get(row.id),
      }))
      const usadosEn = (dias: number): number => {
        const since = new Date(now.getTime() - dias * DAY).toISOString()
        return rangos.reduce(
          (sum, rango) => sum + takenSince(since, { empresaId, ambiente }, tipoDte, rango),
          0,
        )
      }
      const usados = { corto: usadosEn(DIAS_PROMEDIO.corto), largo: usadosEn(DIAS_PROMEDIO.largo) }
      return {
        tipoDte,
        rangos,
        porConciliar: rangos.some((rango) => rango.porConciliar),
        usados,
        ...existencias(rangos, usados, hoy),
        ...alertas.get({ empresaId, ambiente }, tipoDte),
      }
    })
  }
}
