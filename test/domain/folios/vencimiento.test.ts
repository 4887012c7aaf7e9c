import { describe, expect, test } from 'bun:test'
import { isVencido, vencimientoCaf } from '../../../src/domain/folios/vencimiento'

describe('vencimientoCaf (xml §4.4)', () => {
  test('33, 43, 46, 56 and 61 last six calendar months', () => {
    for (const tipo of [33, 43, 46, 56, 61]) expect(vencimientoCaf(tipo, '2026-01-15')).toBe('2026-07-15')
  })

  test('the month that lacks the day ends the term on its last one', () => {
    expect(vencimientoCaf(33, '2026-08-31')).toBe('2027-02-28')
    expect(vencimientoCaf(33, '2027-08-31')).toBe('2028-02-29')
  })

  test('the other types are not known to expire', () => {
    for (const tipo of [34, 39, 41, 52, 110, 111, 112]) expect(vencimientoCaf(tipo, '2019-01-15')).toBeNull()
  })

  test('nothing authorised before 1 July 2018 expires', () => {
    expect(vencimientoCaf(33, '2018-06-30')).toBeNull()
    expect(vencimientoCaf(33, '2018-07-01')).toBe('2019-01-01')
  })

  test('the last day is still good', () => {
    expect(isVencido('2026-07-15', '2026-07-15')).toBe(false)
    expect(isVencido('2026-07-15', '2026-07-16')).toBe(true)
    expect(isVencido(null, '2099-01-01')).toBe(false)
  })
})
