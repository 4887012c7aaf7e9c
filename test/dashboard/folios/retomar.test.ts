// Folios set aside by a person's word, as runs, and what the SII said of them (dashboard §10, areas/folios §2).

import { expect, test } from 'bun:test'
import { resultOf, runsOf } from '../../../src/dashboard/folios/retomar'

const rows = (tipo_dte: number, ...folios: number[]) => folios.map((folio) => ({ tipo_dte, folio }))

test('folios one behind the other are one run of their type, in whatever order they come', () => {
  expect(runsOf([...rows(33, 3, 1, 2, 7), ...rows(34, 8)])).toEqual([
    { tipo_dte: 33, desde: 1, hasta: 3 },
    { tipo_dte: 33, desde: 7, hasta: 7 },
    { tipo_dte: 34, desde: 8, hasta: 8 },
  ])
  expect(runsOf([])).toEqual([])
})

test('what the SII said is a sentence for each thing that it said', () => {
  expect(resultOf({ retomados: 5, emitidos_fuera: 1, anulados: 0, por_anular: 2 })).toEqual([
    '5 folios vuelven a estar libres: el próximo documento toma el menor.',
    '1 folio lo tiene el SII en documentos de otro programa: quedan fuera.',
    '2 folios quedan por anular: el SII no los conoce, pero pudo gastarlos al rechazar un documento.',
  ])
})
