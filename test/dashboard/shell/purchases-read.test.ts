// The text of an empty list of waiting documents: nothing waits only where the register was read of late
// (Ley 19.983 art. 3).

import { expect, test } from 'bun:test'
import { lastReadOf, readingWords } from '../../../src/dashboard/shell/purchases-read'

const slice = (tipo: 'compra' | 'venta', estado_contable: 'PENDIENTE' | 'REGISTRO', at: string | null) => ({
  ...{ tipo, estado_contable, origen: 'sii' as const, documentos: 1, incompleto: null },
  sincronizado_en: at,
})

test('the reading that counts is that of pending purchases, of this month or of the last', () => {
  const early = '2026-11-20T10:00:00.000Z'
  const late = '2026-11-27T10:00:00.000Z'
  const read = (...months: Parameters<typeof lastReadOf>[0]) => lastReadOf(months, '2026-11-28')
  expect(read()).toBeNull()
  expect(read({ periodo: '202611', tramos: [slice('venta', 'REGISTRO', late)] })).toBeNull()
  expect(read({ periodo: '202611', tramos: [slice('compra', 'PENDIENTE', null)] })).toBeNull()
  // A file of a year ago, brought today, tells of nothing that waits.
  expect(read({ periodo: '202511', tramos: [slice('compra', 'PENDIENTE', late)] })).toBeNull()
  const both = [
    { periodo: '202611', tramos: [slice('compra', 'PENDIENTE', early)] },
    { periodo: '202610', tramos: [slice('compra', 'PENDIENTE', late)] },
  ]
  expect(read(...both)).toBe(late)
})

test('its age is told, and from a day on it may hide what waits', () => {
  const now = new Date('2026-11-28T10:00:00.000Z')
  expect(readingWords(null, now)).toEqual({ text: 'El registro de compras no se ha leído', old: true })
  expect(readingWords('2026-11-28T02:00:00.000Z', now)).toEqual({
    text: 'El registro de compras se leyó hace menos de un día',
    old: false,
  })
  expect(readingWords('2026-11-25T10:00:00.000Z', now)).toEqual({
    text: 'El registro de compras se leyó hace 3 días',
    old: true,
  })
})
