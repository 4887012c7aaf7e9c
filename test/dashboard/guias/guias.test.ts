// Open guides by customer, and the invoice of some of them (http §5).

import { expect, test } from 'bun:test'
import { type Guia, groupsOf, sumOf } from '../../../src/dashboard/guias/groups'
import { bodyOf, EMPTY } from '../../../src/dashboard/guias/invoice'

const guia = (folio: number, rut_receptor: string, razon_social_receptor: string | null = null): Guia =>
  ({ folio, rut_receptor, razon_social_receptor, monto_total: folio * 100 }) as Guia

test('guides stand by receiver, in the order of the list, under the name that one of them says', () => {
  const groups = groupsOf([guia(9, '1-9'), guia(8, '2-7', 'Dos'), guia(7, '1-9', 'Uno')])
  expect(groups.map(({ nombre, guias }) => [nombre, guias.map(({ folio }) => folio)])).toEqual([
    ['Uno', [9, 7]],
    ['Dos', [8]],
  ])
  expect(sumOf(groups[0]?.guias ?? [])).toBe(1600)
})

test('nothing asked says how it is paid alone; the rest goes as the API names it', () => {
  expect(bodyOf([guia(12, '1-9'), guia(2, '1-9')], EMPTY)).toEqual({ guias: [2, 12], forma_pago: 1 })
  expect(
    bodyOf([guia(1, '1-9')], {
      ...{ tipo: '34', forma: '2', fecha: '2026-11-30', vence: '2026-12-30', agrupar: true },
      ...{ orden: ' OC-1 ', fechaOrden: '' },
    }),
  ).toEqual({
    ...{ guias: [1], tipo_dte: 34, forma_pago: 2, fecha_emision: '2026-11-30' },
    ...{ fecha_vencimiento: '2026-12-30', agrupar_lineas: true },
    referencias: [{ tipo_documento: '801', folio: 'OC-1' }],
  })
})
