// Which days of a month are shown and missing, and when one is only sent on insistence (areas/rcof §1, §2).

import { describe, expect, test } from 'bun:test'
import {
  boundsOf,
  daysOf,
  ESTADO,
  isDay,
  isMissing,
  parseView,
  type Rcof,
  saidOf,
  searchOf,
  tramosOf,
  usedOf,
  VIGENTES,
  whyForce,
  wordsOfDay,
} from '../../../src/dashboard/rcof/days'
import { ESTADOS_RCOF } from '../../../src/domain/rcof'

const HOY = '2026-11-23'
const reported = (fecha: string, patch: Partial<Rcof> = {}): Rcof => ({
  id: `rcof_${fecha}`,
  job_id: 'job_1',
  fecha,
  secuencia: 1,
  estado: 'aceptado',
  track_id: '5310021',
  codigo_sii: 'EPR',
  glosa: 'Envío Procesado',
  error: null,
  obligatorio: false,
  enviado_en: null,
  resumen: [],
  ...patch,
})
const previa = (patch: Partial<Parameters<typeof whyForce>[1]> = {}) => ({
  fecha: '2026-11-20',
  secuencia: 2,
  cambio: true,
  obligatorio: false,
  resumen: [],
  ...patch,
})

test('a month is shown to its end, the present one to today, the last day first', () => {
  expect(boundsOf('202602', HOY)).toEqual(['2026-02-01', '2026-02-28'])
  expect(boundsOf('202402', HOY)).toEqual(['2024-02-01', '2024-02-29'])
  expect(boundsOf('202512', HOY)).toEqual(['2025-12-01', '2025-12-31'])
  expect(boundsOf('202611', HOY)).toEqual(['2026-11-01', HOY])
  const days = daysOf('202611', HOY, [reported('2026-11-22')])
  expect([days.length, days[0]?.fecha, days.at(-1)?.fecha]).toEqual([23, HOY, '2026-11-01'])
  expect(days[1]?.rcof?.id).toBe('rcof_2026-11-22')
})

test('missing is what is over and has no report; only when the law asked for it, it is amiss', () => {
  const days = daysOf('202611', HOY, [reported('2026-11-22', { estado: 'preparado' })])
  expect(days.filter((day) => isMissing(day, HOY)).length).toBe(21)
  const none = (fecha: string) => wordsOfDay({ fecha, rcof: null }, HOY).slice(1)
  expect(none(HOY)).toEqual(['Aún no termina', 'neutro'])
  expect(none('2022-08-01')).toEqual(['Sin informar', 'neutro'])
  expect(none('2022-07-31')).toEqual(['Falta', 'aviso'])
})

test('every state has its words, and all but the replaced stand', () => {
  expect(Object.keys(ESTADO).toSorted()).toEqual(Object.keys(ESTADOS_RCOF).toSorted())
  expect(VIGENTES.split(',').includes('reemplazado')).toBe(false)
  expect(VIGENTES.split(',').length).toBe(Object.keys(ESTADOS_RCOF).length - 1)
})

describe('a day is sent on insistence alone', () => {
  test('when nothing changed, when it is not over, and when an earlier one may have reached the SII', () => {
    const last = reported('2026-11-20')
    expect(whyForce(last, previa({ cambio: false }), HOY)).toContain('Nada cambió desde el envío 1')
    expect(whyForce(null, previa({ fecha: HOY, secuencia: 1 }), HOY)).toContain('aún no termina')
    const lost = reported('2026-11-20', { estado: 'preparado' })
    expect(whyForce(lost, previa(), HOY)).toContain('puede haber llegado')
  })

  test('and else as it is: never sent, changed, or certainly never at the SII', () => {
    expect(whyForce(null, previa({ secuencia: 1 }), HOY)).toBeNull()
    expect(whyForce(reported('2026-11-20'), previa(), HOY)).toBeNull()
    const never = reported('2026-11-20', { estado: 'preparado' })
    expect(whyForce(never, previa({ secuencia: 1 }), HOY)).toBeNull()
  })
})

test('what the SII said, the folios used and their ranges are told as they are', () => {
  expect(saidOf({ codigo_sii: 'EPR', glosa: 'Envío Procesado' })).toBe('EPR · Envío Procesado')
  expect(saidOf({ codigo_sii: null, glosa: null })).toBe('')
  expect(
    tramosOf([
      [101, 118],
      [120, 120],
    ]),
  ).toBe('101 a 118, 120')
  const sums = { neto: 0, iva: 0, exento: 0, total: 0, rangos: [], rangos_anulados: [] }
  const resumen = [39, 41].map((tipo_dte) => ({ tipo_dte, ...sums, emitidos: 2, anulados: 1, utilizados: 3 }))
  expect(usedOf({ resumen })).toBe(6)
})

test('the month and what is shown of it are in the address; what makes no sense there is the present month', () => {
  const read = (search: string) => parseView(new URLSearchParams(search), HOY)
  expect(read('?mes=202610&ver=faltan')).toEqual({ mes: '202610', ver: 'faltan' })
  for (const search of ['', '?mes=202612', '?mes=202613', '?mes=x&ver=y'])
    expect(read(search)).toEqual({ mes: '202611', ver: '' })
  expect(read(searchOf({ mes: '202601', ver: 'faltan' }))).toEqual({ mes: '202601', ver: 'faltan' })
  expect(['2026-11-23', '2026-11-24', '2026-02-30', 'x'].map((fecha) => isDay(fecha, HOY))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
