// The subject of an annulment and the folios that leave use, told before it is asked for (areas/folios §3).

import { expect, test } from 'bun:test'
import { freeOf, nameOf, refuseMotivo, takenOf } from '../../../src/dashboard/folios/annul'
import type { Rango } from '../../../src/dashboard/folios/proyeccion'

const rango = (desde: number, hasta: number, usados: number, estado: Rango['estado'] = 'vigente'): Rango => ({
  id: `caf_${desde}`,
  desde,
  hasta,
  usados,
  fecha_autorizacion: '2026-11-01',
  vence_el: null,
  estado,
  origen: 'solicitud',
  por_conciliar: false,
})
const stock = {
  disponibles: 50,
  siguiente: 81,
  rangos: [rango(1, 100, 80), rango(201, 230, 0), rango(301, 400, 10, 'vencido')],
}
const of = (desde: number, hasta: number) => ({ tipo_dte: 33, desde, hasta })

test('one folio and several are named as people do', () => {
  expect(nameOf(of(119, 125))).toBe('los folios 119 a 125 de factura')
  expect(nameOf(of(119, 119))).toBe('el folio 119 de factura')
})

test('those still to be used are counted: behind what is taken, in ranges that are good', () => {
  expect(freeOf(of(70, 90), stock)).toBe(10)
  expect(freeOf(of(1, 80), stock)).toBe(0)
  expect(freeOf(of(95, 210), stock)).toBe(16)
  expect(freeOf(of(301, 400), stock)).toBe(0)
  expect(freeOf(of(1, 9), undefined)).toBe(0)
})

test('what leaves use is told with what is left for issuing', () => {
  expect(takenOf(of(1, 80), stock)).toBe('Ninguno de ellos estaba por usarse aquí.')
  expect(takenOf(of(81, 90), stock)).toContain('10 folios libres dejan de usarse en este momento')
  expect(takenOf(of(81, 90), stock)).toContain('quedarán 40 para emitir')
  expect(takenOf(of(81, 230), stock)).toContain('no quedará ninguno para emitir')
  // One was given back, and which is told by no range: then no number is.
  expect(takenOf(of(75, 90), { ...stock, siguiente: 77 })).toMatch(
    /^Los que estén libres entre ellos dejan de usarse/,
  )
})

test('a motive is one that the SII can read', () => {
  expect([refuseMotivo('Folios no utilizados en Ñuñoa'), refuseMotivo('  '), refuseMotivo('“mal”')]).toEqual([
    null,
    'Escriba el motivo',
    'Tiene caracteres que el SII no admite',
  ])
})
