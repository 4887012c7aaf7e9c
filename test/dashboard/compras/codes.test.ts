// Countries and currencies by name: a name becomes its code once it is whole, and no other's beginning is taken for it.

import { expect, test } from 'bun:test'
import { codeOf, codeSoFar, MONEDAS, PAISES } from '../../../src/dashboard/compras/codes'
import { changesOf, draftOf } from '../../../src/dashboard/compras/datos'

test.each([
  ['Guinea', 'GN'],
  ['guinea ecuatorial', 'GQ'],
  ['Guinea-Bisáu', 'GW'],
  ['Sudán del Sur', 'SS'],
  [' Samoa ', 'WS'],
  ['de', 'DE'],
  ['Alem', 'Alem'],
  ['', ''],
])('%p, left, becomes %p', (text, code) => {
  expect(codeOf(PAISES, text)).toBe(code)
})

test.each([
  ['p', ''],
  ['pes', ''],
  ['peso ', ''],
  ['peso chileno', 'CLP'],
  ['eur', 'EUR'],
  ['usd', 'USD'],
  ['USD', 'USD'],
  ['', ''],
])('the list of rates, while %p is typed, is of %p', (text, code) => {
  expect(codeSoFar(MONEDAS, text)).toBe(code)
})

test('a name that Enter sends, never left, is sent as its code', () => {
  const draft = { ...draftOf(), pais: 'Sudán', moneda: 'euro', nombre: 'Alemania' }
  expect(changesOf(draft, draftOf(), [])).toEqual({
    proveedor: { nombre: 'Alemania', pais: 'SD' },
    moneda: 'EUR',
  })
})
