// The text copied out of a list, as the SII writes it (dashboard §11).

import { expect, test } from 'bun:test'
import { plainCell, plainOf, tsvOf, wholeOf } from '../../../src/dashboard/ui/plain'

test.each([
  ['76.543.210-3', '76543210-3'],
  ['9.876.543-k', '9876543-K'],
  ['Aceros del Maule S.A. 90.000.012-K', 'Aceros del Maule S.A. 90000012-K'],
  ['$1.454.640', '1454640'],
  ['-$500', '-500'],
  ['$0', '0'],
  ['22-11-2026', '2026-11-22'],
  ['22-11-2026 14:05', '2026-11-22 14:05'],
  ['el 01-02-2026 por $1.000, a 1-9', 'el 2026-02-01 por 1000, a 1-9'],
])('%s is copied as %s', (shown, copied) => expect(plainOf(shown)).toBe(copied))

test('what only looks like one stays: a phone, a version, a folio, an amount of another currency', () => {
  for (const text of ['+56 9 1234 5678', 'v0.1.0', 'N° 1.042', '1.234,56 USD', '2026-11-22', '10.0.0.1'])
    expect(plainOf(text)).toBe(text)
})

test('a figure that is all of its cell loses its points, and keeps its decimals', () => {
  expect(['1.454.640', '-1.234,5', '12', 'Factura N° 1.042'].map(plainCell)).toEqual([
    '1454640',
    '-1234,5',
    '12',
    'Factura N° 1.042',
  ])
})

test('a double click, which takes a part of a RUT or an amount, means all of it', () => {
  expect(wholeOf('76.543.210', 'Aceros 76.543.210-3')).toBe('76543210-3')
  expect(wholeOf('1.454.640', '$1.454.640')).toBe('1454640')
  expect(wholeOf('1.454.640', '-$1.454.640')).toBe('-1454640')
  expect(wholeOf('Aceros', 'Aceros 76.543.210-3')).toBeNull()
  expect(wholeOf('543.210', 'Aceros 76.543.210-3')).toBeNull()
})

test('rows go as a spreadsheet takes them, one line each whatever a cell holds', () => {
  expect(
    tsvOf([
      ['RUT', 'Total'],
      [' 76.543.210-3\n', '$1.190'],
    ]),
  ).toBe('RUT\tTotal\n76543210-3\t1190')
  expect(tsvOf([['=1+1', '-$5', '@x']])).toBe("'=1+1\t-5\t'@x")
})
