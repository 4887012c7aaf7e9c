// Limits that EnvioBOLETA_v11 sets below those of DTE_v10. Found by the random documents of `make conformance`.

import { expect, test } from 'bun:test'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import { boleta, EMISOR, factura } from '../../support/emisor'

const faultsOf = (request: object) =>
  readDocumento(request, EMISOR, '2026-11-20').faults?.map(({ campo, regla }) => `${campo} ${regla}`)

test('a surcharge over 100 % is refused on a boleta and not on a factura', () => {
  const detalle = [{ nombre: 'Flete', precio: 1000, recargo_pct: 100.01 }]
  expect(faultsOf(boleta({ detalle }))).toEqual(['detalle[0].recargo_pct maximo'])
  expect(faultsOf(factura({ detalle }))).toBeUndefined()
})

test('non-billable lines may leave the period of a factura below zero, never that of a boleta', () => {
  const detalle = [
    { nombre: 'Agua 20 l', precio: 1000 },
    { nombre: 'Envase devuelto', precio: 1500, exento: 6 },
  ]
  expect(faultsOf(boleta({ detalle }))).toEqual(['detalle negativo'])
  expect(faultsOf(factura({ detalle }))).toBeUndefined()
})
