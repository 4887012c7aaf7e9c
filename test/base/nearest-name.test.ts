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

  test('finds a name by one of its words, and what other programs call otherwise', () => {
    const filters = ['limite', 'orden', 'rut_receptor', 'tipo_dte', 'fecha_desde', 'fecha_hasta', 'q']
    for (const [written, meant] of [
      ['desde', 'fecha_desde'],
      ['rut', 'rut_receptor'],
      ['tipo', 'tipo_dte'],
      ['limit', 'limite'],
      ['sort', 'orden'],
      ['until', 'fecha_hasta'],
    ])
      expect([written, nearestName(written!, filters)]).toEqual([written, meant])
    expect(nearestName('tipo_dte', ['tipo', 'folio'])).toBe('tipo')
    const both = ['folio_desde', 'folio_hasta', 'fecha_desde', 'fecha_hasta', 'receptor', 'rut']
    for (const [written, meant] of [
      ['desde', 'fecha_desde'],
      ['hasta', 'fecha_hasta'],
      ['rut_receptor', 'rut'],
      ['cliente', 'rut'],
    ])
      expect([written, nearestName(written!, both)]).toEqual([written, meant])
    const referencia = ['codigo', 'fecha', 'FolioRef', 'FchRef', 'TpoDocRef', 'tipo_documento']
    expect(nearestName('codigo_ref', referencia)).toBe('codigo')
    expect(nearestName('fecha_ref', referencia)).toBe('fecha')
    expect(nearestName('tipo_doc_ref', referencia)).toBe('tipo_documento')
  })

  test('keeps silent when nothing is near', () => {
    for (const written of ['x', 'telefono_movil', 'banco', '']) expect(nearestName(written, KNOWN)).toBeNull()
    expect(nearestName('rut', [])).toBeNull()
  })
})
