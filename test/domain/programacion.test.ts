// When a task of the clock is due, by Chile's clocks (jobs §7).

import { describe, expect, test } from 'bun:test'
import { chileTimestamp } from '../../src/domain/fecha'
import { diasAtras, nextRun, periodosDeRcv, shiftOf } from '../../src/domain/programacion'

const at = (iso: string) => new Date(iso)

describe('the next run', () => {
  test('is today while its hour has not passed, else tomorrow', () => {
    expect(nextRun('03:30', 0, at('2026-11-20T06:29:59Z')).toISOString()).toBe('2026-11-20T06:30:00.000Z')
    expect(nextRun('03:30', 0, at('2026-11-20T06:30:00Z')).toISOString()).toBe('2026-11-21T06:30:00.000Z')
  })

  test('of a shift past midnight is not lost between two dates', () => {
    const first = nextRun('23:55', 15, at('2026-11-21T03:00:00Z'))
    expect(chileTimestamp(first)).toBe('2026-11-21T00:10:00')
    expect(chileTimestamp(nextRun('23:55', 15, first))).toBe('2026-11-22T00:10:00')
  })

  test.each(['00:00', '03:30', '23:30', '23:59'])(
    'is once a date over both changes of the clock (%s)',
    (hora) => {
      // Chile: put back at the end of 4 April 2026, put forward at that of 5 September.
      for (const start of ['2026-04-02T12:00:00Z', '2026-09-03T12:00:00Z']) {
        const dates: string[] = []
        let last = at(start)
        for (let i = 0; i < 6; i++) {
          last = nextRun(hora, 0, last)
          dates.push(chileTimestamp(last).slice(0, 10))
        }
        expect(new Set(dates).size).toBe(6)
      }
    },
  )
})

test('companies are spread over twenty minutes, each always at the same', () => {
  const shifts = Array.from({ length: 400 }, (_, i) => shiftOf(`emp_${i}`))
  expect(Math.min(...shifts)).toBe(0)
  expect(Math.max(...shifts)).toBe(19)
  expect(new Set(shifts).size).toBe(20)
  expect(shiftOf('emp_7')).toBe(shifts[7]!)
})

test('the days before today are Chile’s, over the turn of the year too', () => {
  // 00:30 UTC of the 1st is still the 31st in Chile.
  expect(diasAtras(2, at('2027-01-01T00:30:00Z'))).toEqual(['2026-12-29', '2026-12-30'])
  expect(diasAtras(2, at('2027-01-01T12:00:00Z'))).toEqual(['2026-12-30', '2026-12-31'])
})

test('the register’s months before the present are taken to the 25th, over the turn of the year too', () => {
  expect(periodosDeRcv(2, at('2026-11-25T15:00:00Z'))).toEqual(['202611', '202610'])
  expect(periodosDeRcv(2, at('2026-11-26T15:00:00Z'))).toEqual(['202611'])
  expect(periodosDeRcv(3, at('2027-01-01T00:30:00Z'))).toEqual(['202612'])
  expect(periodosDeRcv(3, at('2027-01-01T12:00:00Z'))).toEqual(['202701', '202612', '202611'])
})
