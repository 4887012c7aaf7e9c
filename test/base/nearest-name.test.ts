// The hint beside an unknown field (http §0.2).

import { describe, expect, test } from 'bun:test'
import { nearestName } from '../../src/base/nearest-name'

const KNOWN = [
  'rut',
  'razon_social',
  'giro',
  'direccion',
  'comuna',
  'forma_pago',
  'fecha_emision',
  'descuento_pct',
]

describe('nearestName', () => {
  test('finds what a slip, a case or an accent away was meant', () => {
    for (const [written, meant] of [
      ['razon_socal', 'razon_social'],
      ['razonSocial', 'razon_social'],
      ['Direccion', 'direccion'],
      ['dirección', 'direccion'],
      ['formapago', 'forma_pago'],
      ['descuento_pc', 'descuento_pct'],
      ['RUT', 'rut'],
    ]) {
      expect([written, nearestName(written!, KNOWN)]).toEqual([written, meant])
    }
  })

  test('keeps silent when nothing is near', () => {
    for (const written of ['x', 'telefono_movil', 'banco', '']) expect(nearestName(written, KNOWN)).toBeNull()
    expect(nearestName('rut', [])).toBeNull()
  })
})
