// Typed data of a boleta de terceros outlive the way to the SII's credentials, and are not thrown away
// unasked.

import { expect, test } from 'bun:test'
import { BLANK, isFilled, montoFault, type Typed } from '../../../src/dashboard/honorarios/typed'

test('a form that was only opened has nothing to lose, however many empty services it has', () => {
  expect(isFilled(BLANK)).toBe(false)
  expect(isFilled({ ...BLANK, nombre: ' ', servicios: [...BLANK.servicios, ...BLANK.servicios] })).toBe(false)
})

test.each<Partial<Typed>>([
  { rut: '12345678-5' },
  { nombre: 'Ana' },
  { direccion: 'Av. Libertad 1450' },
  { comuna: 'Chillán' },
  { fecha: '2026-11-19' },
  { referencia: 'OC-1' },
  { servicios: [...BLANK.servicios, { id: 1, descripcion: 'Clases', monto: null }] },
  { servicios: [{ id: 0, descripcion: '', monto: 0 }] },
])('with %j there is', (typed) => {
  expect(isFilled({ ...BLANK, ...typed })).toBe(true)
})

test('an amount below one peso is said to be none at once, an empty one when it is asked for', () => {
  expect(montoFault(-5, false)).toBe('Un monto es mayor que cero')
  expect(montoFault(0, false)).toBe('Un monto es mayor que cero')
  expect([montoFault(null, false), montoFault(null, true)]).toEqual([undefined, 'Escriba el monto'])
  expect(montoFault(1, true)).toBeUndefined()
})
