// A purchase from abroad as its page has it: what of it is not saved, what is said of it, and numbers of two readings.

import { expect, test } from 'bun:test'
import { clasificacionOf, dichoOf, differing, isEmpty } from '../../../src/dashboard/compras/compra'
import { typedNumber, whichNumber } from '../../../src/dashboard/compras/typed'

test('what is written while what was sent is being saved stays, and what was sent is written no more', () => {
  const sent = { monto: '1250.00', moneda: 'usd', numero: 'A-1' }
  expect(differing({ monto: '1250.00', moneda: 'usd', numero: 'A-12' }, sent)).toEqual({ numero: 'A-12' })
  expect(isEmpty(differing({ monto: '1250.00' }, sent))).toBe(true)
})

test('what nobody has said of a purchase is sent as not known, and comes back as chosen', () => {
  const clasificacion = {
    naturaleza: 'servicio',
    prestador_residente: null,
    iva_chileno_cobrado: false,
    confirmado: false,
    afecto_impuesto_adicional: null,
  } as const
  const dicho = dichoOf({ clasificacion })
  expect(dicho).toEqual({ naturaleza: 'servicio', residente: '', iva: 'no', adicional: false })
  expect(clasificacionOf({ ...dicho, residente: 'si' }, true)).toEqual({
    naturaleza: 'servicio',
    prestador_residente: true,
    iva_chileno_cobrado: false,
    confirmado: true,
    afecto_impuesto_adicional: false,
  })
})

test.each([
  ['1.250', '¿1250 o 1,250? Escriba 1250, o 1,2500.'],
  ['$ 1,250', '¿1250 o 1,250? Escriba 1250, o 1,2500.'],
])('of %s it is asked which of two it is, with the comma that is decimal here', (text, question) => {
  expect(whichNumber(text)).toBe(question)
})

test.each([
  ['1.250,00', '1250.00'],
  ['1,250.00', '1250.00'],
  ['1,2500', '1.2500'],
])('%s has one reading', (text, value) => {
  expect(whichNumber(text)).toBeUndefined()
  expect(typedNumber(text)).toBe(value)
})
