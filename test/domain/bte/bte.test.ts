// The withholding by date, and the meaning of the SII's causes (domain/bte §1, §3).

import { expect, test } from 'bun:test'
import { causasDe, isPersona, mesesDe } from '../../../src/domain/bte/boleta'
import { puntosDe, retencionOf, tasaOf } from '../../../src/domain/bte/tasa'

test('the rate is that of the date, to the day, and the last one goes on (domain/bte §1)', () => {
  const days = {
    '2019-12-31': 1000,
    '2020-01-01': 1075,
    '2024-06-30': 1375,
    '2026-12-31': 1525,
    '2027-01-01': 1600,
  }
  for (const [day, puntos] of Object.entries({ ...days, '2028-01-01': 1700, '2041-05-05': 1700 }))
    expect([day, tasaOf(day).puntos]).toEqual([day, puntos])
})

test('whole pesos, half up (domain/bte §1)', () => {
  expect(retencionOf(500_000, 1525)).toBe(76_250)
  // 15.25 and 30.5
  expect([retencionOf(100, 1525), retencionOf(200, 1525)]).toEqual([15, 31])
  expect(retencionOf(39_999_999_996, 1700)).toBe(6_799_999_999)
})

test('a rate is known by what was withheld: the day’s, three points more, or neither (domain/bte §1)', () => {
  expect(puntosDe('2026-11-20', 500_000, 76_250)).toBe(1525)
  expect(puntosDe('2026-11-20', 500_000, 91_250)).toBe(1825)
  expect(puntosDe('2026-11-20', 500_000, 0)).toBeNull()
})

test('a cause is told by its words, whatever its number (domain/bte §3)', () => {
  const words = {
    'No se realizó la prestación del servicio': [2],
    'SERVICIO NO PRESTADO': [2],
    'Error en la digitación': [3],
    'No hubo pago': [1],
    Otro: [],
  }
  for (const [texto, causas] of Object.entries(words))
    expect([texto, causasDe(texto)]).toEqual([texto, causas as never])
})

test('a person is told from a company by the number, and a back-dated boleta is looked for in two months', () => {
  expect([isPersona('49999999-1'), isPersona('50000000-7')]).toEqual([true, false])
  expect(mesesDe('2026-10-31', '2026-11-02')).toEqual(['202610', '202611'])
  expect(mesesDe('2026-11-01', '2026-11-02')).toEqual(['202611'])
})
