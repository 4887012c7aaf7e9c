// The documents that a note may act on: none that the SII rejected or another note voided (dashboard §8).

import { expect, test } from 'bun:test'
import { obstacleOf } from '../../../src/dashboard/emitir/referred'

const factura = {
  ...{ tipo_dte: 33, folio: 4, estado_sii: 'aceptado' as const },
  ...{ anulado_por: null, reemplazado_por: null },
}

test('what stands may be corrected', () => {
  expect(obstacleOf(factura)).toBeNull()
  expect(obstacleOf({ ...factura, estado_sii: 'aceptado_con_reparos' })).toBeNull()
})

test('what was rejected exists for nobody: it is issued again, or was', () => {
  const rejected = { ...factura, estado_sii: 'rechazado' as const }
  expect(obstacleOf(rejected)).toMatchObject({
    title: 'No existe para el SII',
    verb: 'Corregir y emitir otro',
    href: '/emitir/33?desde=33-4',
  })
  expect(obstacleOf({ ...rejected, tipo_dte: 61 })).toMatchObject({ href: '/documentos/61/4' })
  expect(obstacleOf({ ...rejected, reemplazado_por: { tipo_dte: 33, folio: 9 } })).toMatchObject({
    text: 'Lo rechazó, y se emitió de nuevo como factura N° 9.',
    href: '/documentos/33/9',
  })
})

test('what a note voided names that note, with the way to it', () => {
  expect(obstacleOf({ ...factura, anulado_por: { tipo_dte: 61, folio: 2 } })).toMatchObject({
    title: 'Anulada por la nota de crédito N° 2',
    href: '/documentos/61/2',
  })
})
