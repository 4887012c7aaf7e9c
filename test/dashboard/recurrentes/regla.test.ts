// A rule as a person reads and writes it, and the dates that the form shows before it is saved (areas/recurrentes §1).

import { describe, expect, test } from 'bun:test'
import type { Serie } from '../../../src/dashboard/api/routes.gen'
import {
  asksHolidays,
  datesOf,
  draftOf,
  isOtherRule,
  lacks,
  newDraft,
  PLACED,
  reglaOf,
  type SerieDraft,
  settingsOf,
} from '../../../src/dashboard/emitir/recurrentes/rule-form'
import { dayWords, ruleWords } from '../../../src/dashboard/emitir/recurrentes/rule-words'
import type { Regla } from '../../../src/domain/recurrencia/regla'

const REGLA: Regla = {
  ...{ cada: 'mes', n: 1, dias: ['ultimo_habil'], mes: null, habil: 'no', desde: '2026-12-01', hasta: null },
  ...{ veces: 12, hora: '09:00' },
}
const words = (regla: Partial<Regla>): string => ruleWords({ ...REGLA, veces: null, ...regla })

describe('a rule in words', () => {
  test('says its days, every how many, how many times and until when', () => {
    expect(ruleWords(REGLA)).toBe('el último día hábil de cada mes, 12 veces')
    expect(words({ dias: [1, 16] })).toBe('los días 1 y 16 de cada mes')
    expect(words({ dias: [5, 'ultimo'], n: 3 })).toBe('el día 5 y el último día, cada 3 meses')
    expect(words({ dias: ['habil:3'], hasta: '2027-12-31' })).toBe(
      'el tercer día hábil de cada mes, hasta el 31-12-2027',
    )
    expect(words({ dias: ['habil:15'] })).toBe('el día hábil 15 de cada mes')
    expect(words({ cada: 'semana', dias: ['lun', 'jue'] })).toBe('cada semana, el lunes y el jueves')
    expect(words({ cada: 'semana', dias: ['vie'], n: 2, veces: 1 })).toBe('cada 2 semanas, el viernes, 1 vez')
    expect(words({ cada: 'dia', dias: null })).toBe('todos los días')
    expect(words({ cada: 'dia', dias: null, n: 15 })).toBe('cada 15 días')
    expect(words({ cada: 'anio', dias: [5], mes: 3 })).toBe('el 5 de marzo de cada año')
    expect(words({ cada: 'anio', dias: ['ultimo_habil'], mes: 4, n: 2 })).toBe(
      'el último día hábil de abril, cada 2 años',
    )
    expect(words({ dias: [1], habil: 'siguiente' })).toBe(
      'el día 1 de cada mes; si no es hábil, el día hábil siguiente',
    )
  })

  test('without days says the one of its beginning', () => {
    expect(words({ dias: null, desde: '2026-12-31' })).toBe('el día 31 de cada mes')
    expect(words({ cada: 'semana', dias: null, desde: '2026-12-02' })).toBe('cada semana, el miércoles')
    expect(words({ cada: 'anio', dias: null, desde: '2026-12-02' })).toBe('el 2 de diciembre de cada año')
  })

  test('names the day of the week of a date', () => expect(dayWords('2026-12-31')).toBe('jueves 31-12-2026'))
})

const draft = (over: Partial<SerieDraft> = {}): SerieDraft => ({
  ...newDraft('Soporte', '2026-11-30', '2026-11-30'),
  ...over,
})

describe('the form of a rule', () => {
  test('begins each month on the day of what it repeats, from tomorrow', () => {
    expect(reglaOf(draft())).toEqual({
      ...{ cada: 'mes', n: 1, dias: [30], mes: null, habil: 'no', desde: '2026-12-01', hasta: null },
      ...{ veces: null, hora: '09:00' },
    })
  })

  test('opened and sent again untouched is the same, and then its rule is not sent', () => {
    for (const regla of [
      REGLA,
      { ...REGLA, cada: 'semana', dias: ['mie'] },
      { ...REGLA, cada: 'anio', dias: [31, 'ultimo'], mes: 2, n: 2 },
      { ...REGLA, cada: 'dia', dias: null },
    ] as Regla[]) {
      const serie = {
        nombre: 'S',
        regla,
        modo: 'automatico',
        envio: 'no',
        atraso_dias: 0,
      } as unknown as Serie
      expect(settingsOf(draftOf(serie))).toEqual({
        ...{ nombre: 'S', regla: regla as never, modo: 'automatico', envio: 'no', atraso_dias: 0 },
      })
      expect(isOtherRule(draftOf(serie), serie)).toBe(false)
      expect(isOtherRule({ ...draftOf(serie), modo: 'borrador' }, serie)).toBe(false)
      expect(isOtherRule({ ...draftOf(serie), hora: '10:00' }, serie)).toBe(true)
    }
    // The API keeps what was left out; nothing of that is a change.
    const suya = {
      nombre: 'S',
      regla: { ...REGLA, dias: null },
      modo: 'borrador',
      envio: 'no',
      atraso_dias: 3,
    }
    expect(isOtherRule(draftOf(suya as unknown as Serie), suya as unknown as Serie)).toBe(false)
  })

  test('says all that it lacks, each at a field that it has', () => {
    const faults = lacks(
      draft({
        ...{ nombre: ' ', n: 0, dias: ['1', '1'], desde: '', hasta: '2020-01-01', veces: 0 },
        ...{ hora: '', modo: 'automatico', atraso: 11 },
      }),
    )
    expect(Object.keys(faults).sort()).toEqual([
      ...['atraso_dias', 'nombre', 'regla.desde', 'regla.dias[1]', 'regla.hora', 'regla.n', 'regla.veces'],
    ])
    expect(Object.keys(faults).filter((path) => !PLACED.includes(path))).toEqual([])
    expect(lacks(draft({ cada: 'semana', semana: [] }))).toEqual({ 'regla.dias': 'Elija al menos un día' })
    expect(lacks(draft({ hasta: '2026-11-01' }))).toEqual({ 'regla.hasta': 'Es anterior a desde' })
    expect(lacks(draft())).toEqual({})
  })
})

describe('the dates before it is saved', () => {
  test('are those of the server, from today on, with its own holidays', () => {
    expect(datesOf(REGLA, [], '2026-12-15', 3)).toEqual({
      fechas: ['2026-12-31', '2027-01-29', '2027-02-26'],
      siguen: true,
    })
    expect(datesOf({ ...REGLA, veces: 2 }, ['2026-12-31'], '2026-12-15', 12)).toEqual({
      fechas: ['2026-12-30', '2027-01-29'],
      siguen: false,
    })
    expect(datesOf({ ...REGLA, desde: '' }, [], '2026-12-15', 12)).toBeNull()
  })

  test('ask for holidays only where one would move them', () => {
    expect(asksHolidays(REGLA)).toBe(true)
    expect(asksHolidays({ ...REGLA, dias: [1] })).toBe(false)
    expect(asksHolidays({ ...REGLA, dias: [1], habil: 'anterior' })).toBe(true)
  })
})
