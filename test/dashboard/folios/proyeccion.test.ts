// The line of a stock on its way to its end (dashboard §10).

import { expect, test } from 'bun:test'
import { project, type Rango } from '../../../src/dashboard/folios/proyeccion'

const HOY = '2026-11-22'
const rango = (desde: number, hasta: number, vence_el: string | null, usados = 0): Rango => ({
  id: `caf_${desde}`,
  desde,
  hasta,
  usados,
  fecha_autorizacion: '2026-11-01',
  vence_el,
  estado: 'vigente',
  origen: 'solicitud',
  por_conciliar: false,
})

test('runs to its end at the pace that is foreseen', () => {
  expect(project([rango(1, 100, '2027-05-01')], 5, HOY)).toEqual([
    { day: HOY, value: 100 },
    { day: '2026-12-12', value: 0 },
  ])
})

test('falls where a range expires with folios left over', () => {
  // One a day: eleven are used until the end of 2 December, the last good day.
  expect(project([rango(1, 100, '2026-12-02')], 1, HOY)).toEqual([
    { day: HOY, value: 100 },
    { day: '2026-12-02', value: 89 },
    { day: '2026-12-03', value: 0 },
  ])
})

test('goes on with the next range after one has expired', () => {
  const puntos = project([rango(1, 20, '2026-12-01'), rango(21, 60, null)], 1, HOY)
  expect(puntos.at(-1)).toEqual({ day: '2027-01-11', value: 0 })
})

test('that nobody uses has no end but the date of expiry', () => {
  expect(project([rango(1, 50, '2027-05-01')], 0, HOY).at(-1)).toEqual({ day: '2027-05-02', value: 0 })
  expect(project([rango(1, 50, null)], 0, HOY)).toEqual([{ day: HOY, value: 50 }])
})

test('leaves out ranges that are used up or have expired', () => {
  const rangos = [
    { ...rango(1, 50, '2026-01-01'), estado: 'vencido' as const },
    { ...rango(51, 60, null, 10), estado: 'agotado' as const },
  ]
  expect(project(rangos, 2, HOY)).toEqual([{ day: HOY, value: 0 }])
})
