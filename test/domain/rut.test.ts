// RUT (domain/dte §2.5): what people write, and the one form that leaves.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatRut, parseRut, rutDv, splitRut } from '../../src/domain/rut'

describe('parseRut', () => {
  test.each([
    ['76543210-3', '76543210-3'],
    ['76.543.210-3', '76543210-3'],
    ['765432103', '76543210-3'],
    [' 076543210-3 ', '76543210-3'],
    ['60803000-k', '60803000-K'],
    ['1-9', '1-9'],
  ])('%p is %p', (text, rut) => {
    expect(parseRut(text)).toBe(rut)
  })

  test.each([
    '',
    '-',
    '76543210',
    '76543210-4',
    '76543210-',
    '123456789-0',
    '7654x210-3',
    '76543210-3-3',
    'K-1',
  ])('%p is none', (text) => {
    expect(parseRut(text)).toBeNull()
  })

  test('takes every body with its own digit and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (body) => {
        const own = rutDv(String(body))
        for (const dv of '0123456789K')
          expect(parseRut(`${body}-${dv}`)).toBe(dv === own ? `${body}-${dv}` : null)
      }),
    )
  })

  test('survives printing and splitting', () => {
    expect(formatRut('76543210-3')).toBe('76.543.210-3')
    expect(parseRut(formatRut('1000005-K'))).toBe(parseRut('1000005-K'))
    expect(splitRut('60803000-K')).toEqual({ numero: '60803000', dv: 'K' })
  })
})
