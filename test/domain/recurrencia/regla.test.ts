// The dates of a rule (areas/recurrentes §1).

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, addMonths, isDate } from '../../../src/domain/fecha'
import { createCalendario } from '../../../src/domain/feriados'
import { checkRegla, fechasOf, type Regla, totalOf } from '../../../src/domain/recurrencia/regla'

const CALENDARIO = createCalendario([])
const REGLA: Regla = {
  ...{ cada: 'mes', n: 1, dias: null, mes: null, habil: 'no', desde: '2027-01-31', hasta: null },
  ...{ veces: 6, hora: '09:00' },
}
const datesOf = (regla: Partial<Regla>, calendario = CALENDARIO) =>
  [...fechasOf({ ...REGLA, ...regla }, calendario)].map(({ fecha }) => fecha)

describe('the dates of a rule (areas/recurrentes §1)', () => {
  test('of a day that a month lacks are its last: 31 January, 28 February, 31 March', () => {
    expect(datesOf({})).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
    ])
    expect(datesOf({ cada: 'anio', desde: '2028-02-29', veces: 5 })).toEqual([
      ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ])
  })

  test('may be two of a month, the 1st and the 16th', () => {
    expect(datesOf({ dias: [16, 1], desde: '2026-12-01', veces: 4 })).toEqual([
      ...['2026-12-01', '2026-12-16', '2027-01-01', '2027-01-16'],
    ])
  })

  test('that fall together are one', () => {
    expect(datesOf({ dias: [30, 31, 'ultimo'], desde: '2027-02-01', veces: 3 })).toEqual([
      ...['2027-02-28', '2027-03-30', '2027-03-31'],
    ])
  })

  test('know the business days of a month, the last and that of a number', () => {
    expect(datesOf({ dias: ['ultimo_habil'], desde: '2026-12-01', veces: 3 })).toEqual([
      ...['2026-12-31', '2027-01-29', '2027-02-26'],
    ])
    // New Year's Day is a Friday.
    expect(datesOf({ dias: ['habil:1', 'habil:23'], desde: '2027-01-01', veces: 3 })).toEqual([
      ...['2027-01-04', '2027-01-29', '2027-02-01'],
    ])
  })

  test('move off holidays, and never out of the month', () => {
    const on = (habil: Regla['habil'], desde: string) => datesOf({ habil, desde, veces: 1 })
    // The first of all too, though it then is before desde: else its month would have none.
    expect(on('anterior', '2026-12-25')).toEqual(['2026-12-24'])
    expect(datesOf({ habil: 'anterior', dias: [25], desde: '2026-12-01', veces: 1 })).toEqual(['2026-12-24'])
    expect(on('siguiente', '2026-12-25')).toEqual(['2026-12-28'])
    // Saturday, 1 May 2027; Sunday, 31 October 2027.
    expect(datesOf({ habil: 'anterior', dias: [1], desde: '2027-05-01', veces: 1 })).toEqual(['2027-05-03'])
    expect(datesOf({ habil: 'siguiente', dias: [31], desde: '2027-10-01', veces: 1 })).toEqual(['2027-10-29'])
  })

  test('of weeks count from that of desde, whose day they take where none is named', () => {
    expect(datesOf({ cada: 'semana', n: 2, desde: '2026-12-02', veces: 3 })).toEqual([
      ...['2026-12-02', '2026-12-16', '2026-12-30'],
    ])
    expect(datesOf({ cada: 'semana', n: 2, dias: ['dom', 'lun'], desde: '2026-12-02', veces: 3 })).toEqual([
      '2026-12-06',
      '2026-12-14',
      '2026-12-20',
    ])
  })

  test('keep their place in the rule when a holiday is added', () => {
    const placed = (calendario: typeof CALENDARIO) =>
      [...fechasOf({ ...REGLA, dias: ['ultimo_habil'], desde: '2026-12-01', veces: 1 }, calendario)][0]
    expect(placed(CALENDARIO)).toMatchObject({ fecha: '2026-12-31', ranura: '2026-12/ultimo_habil' })
    expect(placed(createCalendario(['2026-12-31']))).toMatchObject({
      fecha: '2026-12-30',
      ranura: '2026-12/ultimo_habil',
    })
  })

  test('end by hasta or by veces, whichever comes first', () => {
    expect(datesOf({ veces: null, hasta: '2027-03-30' })).toEqual(['2027-01-31', '2027-02-28'])
    expect(totalOf({ ...REGLA, hasta: '2027-03-31' }, CALENDARIO)).toBe(3)
    expect(totalOf({ ...REGLA, veces: null }, CALENDARIO)).toBeNull()
  })
})

const dia = fc.constantFrom(
  1,
  5,
  15,
  28,
  29,
  30,
  31,
  'ultimo',
  'ultimo_habil',
  'habil:1',
  'habil:20',
  'habil:23',
)
const semana = fc.constantFrom('lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom')
const dias = <T>(of: fc.Arbitrary<T>) =>
  fc.option(fc.uniqueArray(of, { minLength: 1, maxLength: 4 }), { nil: null })
const comun = {
  n: fc.integer({ min: 1, max: 60 }),
  habil: fc.constantFrom('no', 'anterior', 'siguiente'),
  desde: fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days)),
  hasta: fc.constant(null),
  veces: fc.integer({ min: 1, max: 40 }),
  hora: fc.constant('09:00'),
}
const regla = fc.oneof(
  fc.record({ ...comun, cada: fc.constant('dia'), dias: fc.constant(null), mes: fc.constant(null) }),
  fc.record({ ...comun, cada: fc.constant('semana'), dias: dias(semana), mes: fc.constant(null) }),
  fc.record({ ...comun, cada: fc.constant('mes'), dias: dias(dia), mes: fc.constant(null) }),
  fc.record({
    ...{ ...comun, cada: fc.constant('anio'), dias: dias(dia) },
    ...{ n: fc.integer({ min: 1, max: 3 }), mes: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }) },
  }),
) as unknown as fc.Arbitrary<Regla>

describe('any rule (areas/recurrentes §1)', () => {
  test('has its dates in order, each once, none before the month of desde, each of the calendar', () => {
    fc.assert(
      fc.property(regla, (one) => {
        expect(checkRegla(one)).toEqual([])
        const dates = [...fechasOf(one, CALENDARIO)]
        expect(dates.map(({ n }) => n)).toEqual(dates.map((_, i) => i + 1))
        for (const [i, { fecha }] of dates.entries()) {
          expect(isDate(fecha) && fecha.slice(0, 7) >= one.desde.slice(0, 7)).toBe(true)
          if (i) expect(fecha > dates[i - 1]!.fecha).toBe(true)
        }
      }),
    )
  })

  test('that moves off holidays gives business days of the month that the unmoved one names', () => {
    fc.assert(
      fc.property(regla, fc.constantFrom('anterior', 'siguiente'), (one, habil) => {
        const meses = new Set(datesOf({ ...one, habil: 'no', veces: 200 }).map((fecha) => fecha.slice(0, 7)))
        for (const fecha of datesOf({ ...one, habil: habil as Regla['habil'] })) {
          expect(CALENDARIO.isHabil(fecha)).toBe(true)
          expect(meses.has(fecha.slice(0, 7))).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('asked from later on says the same of what comes: nothing follows from the last run', () => {
    fc.assert(
      fc.property(regla, fc.nat(39), (one, k) => {
        const all = datesOf(one)
        const [first] = all.slice(k)
        if (first === undefined) return
        expect(datesOf({ ...one, hasta: addMonths(first, 12) }).slice(k)[0]).toBe(first)
      }),
    )
  })

  test('of months has, unmoved, the day asked for or the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 60 }), (day, n) => {
        for (const fecha of datesOf({ dias: [day], n, desde: '2024-01-01', veces: 24 })) {
          const last = Number(addDays(addMonths(`${fecha.slice(0, 7)}-01`, 1), -1).slice(8))
          expect(Number(fecha.slice(8))).toBe(Math.min(day, last))
        }
      }),
    )
  })
})

describe('a rule at fault (areas/recurrentes §1)', () => {
  const of = (regla: Partial<Regla>) =>
    checkRegla({ ...REGLA, ...regla }).map(({ campo, regla }) => [campo, regla])
  test('is told whole, each fault at its place', () => {
    expect(of({})).toEqual([])
    expect(of({ dias: ['lun', 32, 'habil:24', 5, '5'] })).toEqual([
      ['regla.dias[0]', 'valor'],
      ['regla.dias[1]', 'valor'],
      ['regla.dias[2]', 'valor'],
      ['regla.dias[4]', 'repetido'],
    ])
    expect(of({ cada: 'semana', dias: [5] })).toEqual([['regla.dias[0]', 'valor']])
    expect(of({ cada: 'dia', dias: [5] })).toEqual([['regla.dias', 'sobra']])
    expect(of({ mes: 3, desde: '2027-02-30', hora: '24:00', hasta: '2026-01-01' })).toEqual([
      ['regla.mes', 'sobra'],
      ['regla.desde', 'fecha'],
      ['regla.hasta', 'contradiccion'],
      ['regla.hora', 'hora'],
    ])
  })
})
