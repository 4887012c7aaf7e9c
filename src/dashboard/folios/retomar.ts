// Folios that a person's word set aside (areas/folios §2): which of a page may be taken back, and what the SII said of them.

import { plural } from '../ui/format'
import type { Tramo } from './annul'

/** Folios of a request: each is a question to the SII. */
export const TAKE_BACK_MAX = 500

/** Runs of a type one behind the other, as the list has them in order. */
export function runsOf(rows: readonly { tipo_dte: number; folio: number }[]): Tramo[] {
  const runs: Tramo[] = []
  const sorted = [...rows].sort((a, b) => a.tipo_dte - b.tipo_dte || a.folio - b.folio)
  for (const { tipo_dte, folio } of sorted) {
    const last = runs.at(-1)
    if (last?.tipo_dte === tipo_dte && last.hasta === folio - 1) last.hasta = folio
    else runs.push({ tipo_dte, desde: folio, hasta: folio })
  }
  return runs
}

/** The SII's answer, a sentence each. */
export const resultOf = (said: {
  retomados: number
  emitidos_fuera: number
  anulados: number
  por_anular: number
}): string[] =>
  [
    [
      said.retomados,
      'folio vuelve a estar libre',
      'folios vuelven a estar libres',
      ': el próximo documento toma el menor.',
    ],
    [
      said.emitidos_fuera,
      'folio lo tiene',
      'folios los tiene',
      ' el SII en documentos de otro programa: quedan fuera.',
    ],
    [said.anulados, 'folio está anulado', 'folios están anulados', ' en el SII.'],
    [
      said.por_anular,
      'folio queda por anular',
      'folios quedan por anular',
      ': el SII no los conoce, pero pudo gastarlos al rechazar un documento.',
    ],
  ].flatMap(([count, one, many, rest]) =>
    Number(count) > 0 ? [`${plural(Number(count), String(one), String(many))}${rest}`] : [],
  )
