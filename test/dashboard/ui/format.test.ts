// How values are written (dashboard §11).

import { describe, expect, test } from 'bun:test'
import {
  formatAgo,
  formatAmount,
  formatDate,
  formatInstant,
  formatNumber,
  formatPeriod,
  formatPesos,
  plural,
} from '../../../src/dashboard/ui/format'

test('amounts group thousands with dots and name any currency but pesos', () => {
  expect([1454640, 0, -500, 999].map(formatPesos)).toEqual(['$1.454.640', '$0', '-$500', '$999'])
  expect(formatNumber('12345.67')).toBe('12.345,67')
  expect(formatNumber('-1000')).toBe('-1.000')
  expect(formatAmount(1234.5, 'USD')).toBe('1.234,5 USD')
  expect(formatAmount(1234)).toBe('$1.234')
})

test('dates and hours are those of Chile', () => {
  expect(formatDate('2026-11-22')).toBe('22-11-2026')
  // Half past midnight in UTC is still the evening before there.
  expect(formatInstant('2026-11-22T00:30:00.000Z')).toBe('21-11-2026 21:30')
  expect(formatPeriod('202611')).toBe('noviembre de 2026')
})

describe('how long ago', () => {
  const now = new Date('2026-11-22T15:00:00.000Z')
  test.each([
    ['2026-11-22T14:59:50.000Z', 'recién'],
    ['2026-11-22T14:59:10.000Z', 'hace 1 min'],
    ['2026-11-22T14:57:00.000Z', 'hace 3 min'],
    ['2026-11-22T14:00:20.000Z', 'hace 1 h'],
    ['2026-11-22T12:50:00.000Z', 'hace 2 h'],
    ['2026-11-21T15:00:00.000Z', 'hace 1 día'],
    ['2026-11-19T15:00:00.000Z', 'hace 3 días'],
    ['2026-11-01T15:00:00.000Z', '01-11-2026'],
    ['2026-11-22T15:03:00.000Z', 'en 3 min'],
  ])('%s is %s', (instant, said) => {
    expect(formatAgo(instant, now)).toBe(said)
  })
})

test('a count takes its word', () => {
  expect([plural(1, 'documento'), plural(1200, 'documento'), plural(2, 'mes', 'meses')]).toEqual([
    '1 documento',
    '1.200 documentos',
    '2 meses',
  ])
})
