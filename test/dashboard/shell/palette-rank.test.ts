// The palette's first offers (dashboard §11).

import { describe, expect, test } from 'bun:test'
import { companiesFor, matches, rank } from '../../../src/dashboard/shell/palette-rank'

const of = (label: string, words?: string) => ({
  id: label,
  label,
  href: `/${label}`,
  ...(words && { words }),
})
const PLACES = [
  of('Documentos', 'facturas boletas'),
  of('Emitir factura'),
  of('Folios', 'caf'),
  of('Mi acceso', 'contraseña'),
]
const labels = (...args: Parameters<typeof rank>): string[] => rank(...args).map(({ label }) => label)

describe('a text finds a place', () => {
  test.each([
    ['fol', ['Folios']],
    ['FÓLIOS', ['Folios']],
    ['factura', ['Emitir factura', 'Documentos']],
    ['contrasena', ['Mi acceso']],
    ['emitir fac', ['Emitir factura']],
    ['ento', ['Documentos']],
    ['xyz', []],
    ['(', []],
  ])('«%s»', (text, found) => {
    expect(labels(text, PLACES)).toEqual(found)
  })

  test('by the beginning of its name before a word within', () => {
    expect(labels('f', [of('Emitir factura'), of('Folios')])).toEqual(['Folios', 'Emitir factura'])
  })
})

test('without a text the last used come first, and what is gone is not among them', () => {
  expect(labels('', PLACES, ['Folios', 'Ida', 'Mi acceso'])).toEqual([
    'Folios',
    'Mi acceso',
    'Documentos',
    'Emitir factura',
  ])
  expect(labels('  ', PLACES, [], 2)).toEqual(['Documentos', 'Emitir factura'])
})

test('two letters must begin a word, three may stand within one', () => {
  expect([matches('an', 'Otra Empresa Nandu'), matches('andu', 'Otra Empresa Ñandú')]).toEqual([false, true])
})

test('a company is found by its name before another by its RUT, which has the same digits', () => {
  const companies = [
    { razon_social: 'Cliente 07 Limitada', rut: '76330007-4' },
    { razon_social: 'Cliente 33 Limitada', rut: '77000001-5' },
  ]
  const found = (text: string): string[] => companiesFor(text, companies).map(({ rut }) => rut)
  expect(found('Cliente 33')).toEqual(['77000001-5', '76330007-4'])
  expect(found('76.330')).toEqual(['76330007-4'])
  expect(found('')).toEqual(['76330007-4', '77000001-5'])
})
