// Exact decimals (domain/dte §6.1): the traps of binary floats, and the laws that any values obey.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  decimal,
  decimalOfNumber,
  divideRounded,
  micro,
  multiply,
  parseDecimal,
  percentOf,
  roundTo,
} from '../../src/domain/decimal'

const anyMicro = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })

describe('decimals', () => {
  test('1.005 × 100 is 100.5 and rounds to 101, where a float gives 100', () => {
    expect(Math.round(1.005 * 100)).toBe(100)
    expect(decimal(multiply(micro('1.005'), micro('100')))).toBe('101')
  })

  test('halves round away from zero, below zero too (liquidaciones)', () => {
    expect([
      divideRounded(1n, 2n),
      divideRounded(-1n, 2n),
      divideRounded(3n, 2n),
      divideRounded(-3n, 2n),
    ]).toEqual([1n, -1n, 2n, -2n])
    expect(decimal(roundTo(micro('-0.5'), 0))).toBe('-1')
    expect(decimal(percentOf(micro('10.5'), micro('100')))).toBe('11')
  })

  test('text and millionths are two forms of one number', () => {
    fc.assert(
      fc.property(anyMicro, (value) => {
        expect(micro(decimal(value))).toBe(value)
        expect(parseDecimal(decimal(value))).toBe(decimal(value))
      }),
    )
  })

  test('rounding a quotient is never off by more than half', () => {
    fc.assert(
      fc.property(anyMicro, fc.bigInt({ min: 1n, max: 10n ** 12n }), (n, d) => {
        const rest = n - divideRounded(n, d) * d
        expect((rest < 0n ? -rest : rest) * 2n <= d).toBe(true)
      }),
    )
  })

  test('a JSON number is what its writer typed, exponents included', () => {
    expect(decimalOfNumber(1250.375125)).toBe('1250.375125')
    expect(decimalOfNumber(0.000001)).toBe('0.000001')
    expect(decimalOfNumber(1e-7)).toBe('0.0000001')
    expect(decimalOfNumber(1.5e21)).toBe('1500000000000000000000')
    expect(decimalOfNumber(-0)).toBe('0')
  })

  test('a number of more digits than a double keeps is not guessed at', () => {
    expect(decimalOfNumber(Number('123456789012.123456'))).toBeNull()
    expect(decimalOfNumber(Number.NaN)).toBeNull()
    expect(decimalOfNumber(Number.POSITIVE_INFINITY)).toBeNull()
  })

  test('text of a person is made canonical or refused', () => {
    expect(parseDecimal('007.500')).toBe('7.5')
    expect(parseDecimal('-0.00')).toBe('0')
    for (const wrong of ['', '1.', '.5', '1,5', '1e3', '0x10', ' 1', '1 000', '--1', '١'])
      expect(parseDecimal(wrong)).toBeNull()
  })
})
