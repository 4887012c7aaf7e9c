// Typed input of fields (dashboard §11): a table of inputs.

import { describe, expect, test } from 'bun:test'
import { parseCount, parseDate, parseNumber, parsePesos, parseRut } from '../../../src/dashboard/ui/parse'

describe('a number', () => {
  test.each([
    ['1454640', '1454640'],
    ['1.454.640', '1454640'],
    ['$ 1.454.640', '1454640'],
    ['1.234', '1234'],
    ['1.234,50', '1234.5'],
    ['1234,5', '1234.5'],
    ['1234.5', '1234.5'],
    ['1,234', '1.234'],
    ['12.34', '12.34'],
    ['0.500', '0.5'],
    ['0.123', '0.123'],
    ['0,123', '0.123'],
    ['1234.567', '1234.567'],
    ['007', '7'],
    ['-3.000', '-3000'],
    ['2,00', '2'],
    ['0', '0'],
    ['-0', '0'],
    ['  12 ', '12'],
  ])('%s is %s', (typed, value) => {
    expect(parseNumber(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['1,234.50', '¿1.234,50?'],
    ['1,234,567', '¿1.234.567?'],
    ['-1,234.50', '¿-1.234,50?'],
  ])('%s, as the English write it, is refused with %s', (typed, error) => {
    expect(parseNumber(typed)).toEqual({ ok: false, error })
  })

  test.each(['', 'doce', '1.2.3', '1..2', '12.3456.7', '1e5', '0x10', '1,2,3', '--1'])(
    '«%s» is none',
    (typed) => {
      expect(parseNumber(typed)).toEqual({
        ok: false,
        error: 'No es un número. Escriba, por ejemplo, 1.234,50',
      })
    },
  )
})

test('pesos have no decimals', () => {
  expect(parsePesos('1.500')).toEqual({ ok: true, value: 1500 })
  expect(parsePesos('1.500,00')).toEqual({ ok: true, value: 1500 })
  expect(parsePesos('1.500,5')).toEqual({ ok: false, error: 'Los pesos van sin decimales' })
})

describe('a RUT', () => {
  test.each(['76.543.210-3', '76543210-3', '765432103', ' 76 543 210-3 ', '076543210-3'])('%s', (typed) => {
    expect(parseRut(typed)).toEqual({ ok: true, value: '76543210-3' })
  })

  test('with a wrong check digit says so, and anything else how to write one', () => {
    expect(parseRut('76543210-4')).toEqual({ ok: false, error: 'El dígito verificador no corresponde' })
    expect(parseRut('ACME')).toMatchObject({ error: 'No es un RUT. Escriba, por ejemplo, 76.543.210-3' })
  })
})

describe('a date', () => {
  test.each(['22-11-2026', '22/11/2026', '22.11.26', '22112026', '2026-11-22'])('%s', (typed) => {
    expect(parseDate(typed)).toEqual({ ok: true, value: '2026-11-22' })
  })

  test.each(['31-02-2026', '2026-13-01', 'ayer', ''])('«%s» is none', (typed) => {
    expect(parseDate(typed)).toMatchObject({ ok: false })
  })
})

test('a count is whole and not negative', () => {
  expect(parseCount('1.500')).toEqual({ ok: true, value: 1500 })
  for (const text of ['-1', '2,5', 'diez']) expect(parseCount(text).ok).toBe(false)
})
