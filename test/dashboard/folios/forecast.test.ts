// The forecast of folios, in words, and the proposed number (http §18; dashboard §10).

import { describe, expect, test } from 'bun:test'
import {
  isHuge,
  type Pronostico,
  paceOf,
  paceWords,
  reachOf,
  suggest,
} from '../../../src/dashboard/folios/forecast'

const HOY = '2026-11-22'
const pronostico = (over: Partial<Pronostico> = {}): Pronostico => ({
  tipo_dte: 33,
  ritmo_diario: { promedio_30: 2, promedio_90: 3.27 },
  disponibles: 60,
  se_agota_el: '2026-12-10',
  vence_el: '2027-05-01',
  se_perderan: 0,
  sugerida: 88,
  motivo: 'Con 88 folios más alcanza para 45 días al ritmo actual',
  ...over,
})
const unused = pronostico({
  ritmo_diario: { promedio_30: 0, promedio_90: 0 },
  sugerida: 0,
  se_agota_el: null,
})

test('the pace is the larger mean, and both are told', () => {
  expect(paceOf(pronostico())).toBe(3.27)
  expect(paceWords(pronostico())).toBe('2 al día en los últimos 30 días, 3,27 en los últimos 90')
})

describe('until when they last', () => {
  const words = (over: Partial<Pronostico>) => reachOf(pronostico(over), HOY).map((one) => one.words)

  test('is told beside what expires, the earlier first', () => {
    expect(words({})).toEqual(['Alcanza hasta el 10-12-2026 (18 días)', 'Vence el 01-05-2027: se usan antes'])
    expect(words({ vence_el: '2026-12-02', se_perderan: 26 })).toEqual([
      'Vence el 02-12-2026: se perderán 26',
      'Alcanza hasta el 10-12-2026 (18 días)',
    ])
  })

  test('hurries within a week of the end, and within a month of a loss', () => {
    const soon = (over: Partial<Pronostico>) => reachOf(pronostico(over), HOY).map((one) => one.soon)
    expect(soon({ se_agota_el: '2026-11-28' })).toEqual([true, false])
    expect(soon({ se_agota_el: '2026-11-29' })).toEqual([false, false])
    expect(soon({ se_agota_el: null, vence_el: '2026-12-22', se_perderan: 1 })).toEqual([true])
    expect(soon({ se_agota_el: null, vence_el: '2026-12-23', se_perderan: 1 })).toEqual([false])
  })

  test('is not told of what nobody uses and nothing ends', () => {
    expect(words({ se_agota_el: null, vence_el: null })).toEqual([])
  })
})

test('the forecast’s own number is proposed; without use what the type is set to ask for, or a hundred', () => {
  expect(suggest({ cantidad: 30 }, pronostico())).toBe(88)
  expect(suggest({ cantidad: 30 }, unused)).toBe(30)
  expect(suggest({ cantidad: 'max' }, unused)).toBe(100)
  expect(suggest(undefined, undefined)).toBe(100)
  // Enough is there: who asks all the same asks for few.
  expect(suggest({ cantidad: 30 }, pronostico({ sugerida: 0 }))).toBe(1)
})

test('far more than is proposed is asked about, what a busy company uses is not', () => {
  expect([isHuge(99_999_999, 88), isHuge(1001, 88)]).toEqual([true, true])
  expect([isHuge(1000, 1), isHuge(5000, 800), isHuge(null, 88)]).toEqual([false, false, false])
})
