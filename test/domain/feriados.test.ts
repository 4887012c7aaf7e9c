// Chile's holidays against the published lists of four years (Laws 2.977, 19.668, 20.148, 20.215, 20.299, 20.983, 21.357).

import { describe, expect, test } from 'bun:test'
import { createCalendario, feriadosOf, isHabilBancario } from '../../src/domain/feriados'

const PUBLICADOS = {
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2023: '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
} as const

test.each(Object.entries(PUBLICADOS))('the holidays of %s are those that were published', (year, days) => {
  expect([...feriadosOf(Number(year)).keys()].sort()).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

test('banks close on weekends, holidays and the last day of the year', () => {
  const days = ['2026-04-03', '2026-04-05', '2026-12-31', '2026-04-06', '2026-12-30']
  expect(days.map(isHabilBancario)).toEqual([false, false, false, true, true])
})

describe('a business day (areas/tipos-cambio §2)', () => {
  const { isHabil, nextHabil, feriados } = createCalendario(['2027-11-21', '2027-11-22', '2027-12-25'])

  test('is a day from Monday to Friday that is no holiday of the law nor of the operator; the last of the year is one', () => {
    const days = ['2026-12-25', '2026-12-26', '2027-11-22', '2027-11-23', '2026-12-31']
    expect(days.map(isHabil)).toEqual([false, false, false, true, true])
  })

  test('is looked for ahead and back over what is none', () => {
    expect([nextHabil('2027-11-20'), nextHabil('2027-11-22', -1), nextHabil('2027-11-23')]).toEqual([
      '2027-11-23',
      '2027-11-19',
      '2027-11-23',
    ])
  })

  test('the holidays of a year are told in order, each once, with who says so', () => {
    const year = feriados(2027)
    expect(year.map(({ fecha }) => fecha)).toEqual([...new Set(year.map(({ fecha }) => fecha))].sort())
    expect(year.filter(({ fuente }) => fuente === 'servidor').map(({ fecha }) => fecha)).toEqual([
      '2027-11-21',
      '2027-11-22',
    ])
    expect(year.at(-1)).toEqual({ fecha: '2027-12-25', nombre: 'Navidad', fuente: 'ley' })
  })
})
