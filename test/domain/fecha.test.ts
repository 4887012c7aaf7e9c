// Dates are Chile's, whatever the host's zone, over the changes of the clock too (domain/dte §2.5).

import { describe, expect, test } from 'bun:test'
import { addDays, addMonths, chileDate, chileTimestamp, daysBetween, isDate } from '../../src/domain/fecha'

describe('Chile time', () => {
  test.each([
    ['2026-11-20T14:02:11Z', '2026-11-20T11:02:11'],
    ['2026-07-01T03:30:00Z', '2026-06-30T23:30:00'],
    ['2027-01-01T02:59:59Z', '2026-12-31T23:59:59'],
    // The clock goes back at midnight of the first Saturday of April and forward in September.
    ['2026-04-05T02:59:59Z', '2026-04-04T23:59:59'],
    ['2026-04-05T03:00:00Z', '2026-04-04T23:00:00'],
    ['2026-09-06T03:59:59Z', '2026-09-05T23:59:59'],
    ['2026-09-06T04:00:00Z', '2026-09-06T01:00:00'],
  ])('%s is %s', (utc, chile) => {
    expect(chileTimestamp(new Date(utc))).toBe(chile)
    expect(chileDate(new Date(utc))).toBe(chile.slice(0, 10))
  })

  test('two instants asked in turn do not share an answer', () => {
    const [a, b] = [new Date('2026-11-20T14:02:11Z'), new Date('2026-11-20T14:02:12Z')]
    expect([chileTimestamp(a), chileTimestamp(b), chileTimestamp(a)]).toEqual([
      '2026-11-20T11:02:11',
      '2026-11-20T11:02:12',
      '2026-11-20T11:02:11',
    ])
  })
})

describe('calendar dates', () => {
  test('exist or not', () => {
    expect(['2028-02-29', '2026-12-31'].every(isDate)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', '2026-11-31'].some(isDate)).toBe(false)
  })

  test('add months to the same day, or the last of a shorter month', () => {
    expect([addMonths('2026-08-31', 6), addMonths('2026-05-20', 6), addMonths('2027-08-31', 6)]).toEqual([
      '2027-02-28',
      '2026-11-20',
      '2028-02-29',
    ])
  })

  test('count and add days over month ends', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysBetween('2026-11-20', '2027-01-01')).toBe(42)
    expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
  })
})
