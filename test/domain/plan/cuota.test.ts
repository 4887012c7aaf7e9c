// Months of Chile, whose clock changes in April and September (domain/dte §2.5), and the events of a quota.

import { expect, test } from 'bun:test'
import { alcanzado, eventoDe, periodoDe, periodosHasta, restantes } from '../../../src/domain/plan/cuota'

test('a month turns at Chile’s midnight, three hours after UTC’s in summer and four in winter', () => {
  const turns: [string, string][] = [
    ['2027-01-01T03:00:00Z', '202701'],
    ['2026-04-01T03:00:00Z', '202604'],
    ['2026-05-01T04:00:00Z', '202605'],
    ['2026-09-01T04:00:00Z', '202609'],
    ['2026-10-01T03:00:00Z', '202610'],
  ]
  for (const [instant, periodo] of turns) {
    const at = new Date(instant)
    expect(periodoDe(at)).toBe(periodo)
    expect(periodoDe(new Date(at.getTime() - 1))).toBe(periodosHasta(periodo, 2)[1]!)
  }
})

test('the days on which the clock changes lie in one month, each hour of them', () => {
  // 2026-04-04 lasts 25 hours in Chile, 2026-09-06 begins at 01:00.
  for (const [from, hours, periodo] of [
    ['2026-04-04T03:00:00Z', 25, '202604'],
    ['2026-09-06T04:00:00Z', 23, '202609'],
  ] as const) {
    for (let hour = 0; hour < hours; hour++) {
      expect(periodoDe(new Date(Date.parse(from) + hour * 3_600_000))).toBe(periodo)
    }
  }
})

test('periods are counted back over the turn of a year', () => {
  expect(periodosHasta('202602', 4)).toEqual(['202602', '202601', '202512', '202511'])
})

test('80 % and the last unit are told once, and nothing without a limit', () => {
  const told = (usadas: number, limite: number | null) =>
    eventoDe({ cuentaId: 'cta_1', periodo: '202611', usadas, limite })
  expect([39, 40, 41, 49, 50, 51].map((usadas) => told(usadas, 50))).toEqual([
    null,
    'cuota.80',
    null,
    null,
    'cuota.agotada',
    null,
  ])
  expect(told(40, null)).toBeNull()
})

test('whoever stands past a threshold has reached it, whichever way he came', () => {
  const reached = (usadas: number, limite: number | null) =>
    alcanzado({ cuentaId: 'cta_1', periodo: '202611', usadas, limite })
  expect([39, 40, 49, 50, 700].map((usadas) => reached(usadas, 50))).toEqual([
    null,
    'cuota.80',
    'cuota.80',
    'cuota.agotada',
    'cuota.agotada',
  ])
  expect(reached(40, null)).toBeNull()
})

test('a lowered plan leaves nothing, not less than nothing', () => {
  expect(restantes({ cuentaId: 'cta_1', periodo: '202611', usadas: 70, limite: 50 })).toBe(0)
})
