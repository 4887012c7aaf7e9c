// Folios that no document will bear and the SII still thinks may be used: gaps, and what was left of ranges that expired (http §18).

import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import { joinTramos, type Tramo } from '../../domain/folios/tramos'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { type GapRangeRow, prepareGapRanges } from './statements'

export interface GapRange extends GapRangeRow {
  desde: number
  hasta: number
}

export function createGapRanges({
  store: { client },
  clock,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
}) {
  const { all } = prepareGapRanges(client)
  /** By type, range and folio; runs end where a range does. */
  return ({ empresaId, ambiente }: Titular): GapRange[] => {
    const rows = all.all({ empresaId, ambiente, hoy: chileDate(clock()) })
    const groups = Map.groupBy(rows, ({ cafId, causa }) => `${cafId} ${causa}`)
    return [...groups.values()]
      .flatMap((group) => {
        const { desde: _, hasta: __, ...of } = group[0]!
        return joinTramos(group.map(({ desde, hasta }): Tramo => [desde, hasta])).map(([desde, hasta]) => ({
          ...of,
          desde,
          hasta,
        }))
      })
      .sort((a, b) => a.tipoDte - b.tipoDte || a.desde - b.desde)
  }
}
