// What should be looked at in a register's document (domain/rcv §3).

import { expect, test } from 'bun:test'
import { reviewDocumento } from '../../../src/domain/rcv/avisos'
import type { DocumentoRcv } from '../../../src/domain/rcv/columnas'

const of = (montoNeto: number, montoIva: number, montoTotal: number, otro?: number): DocumentoRcv =>
  ({
    tipoDte: 33,
    folio: 1,
    fechaEmision: '2026-11-12',
    montoNeto,
    montoIva,
    montoTotal,
    datos: otro === undefined ? {} : { otrosImpuestos: [{ codigo: 24, valor: otro }] },
  }) as unknown as DocumentoRcv

test.each<[why: string, DocumentoRcv, boolean]>([
  ['as its net and VAT come to', of(2092, 398, 2490), false],
  ['a peso off, from a gross price', of(2092, 397, 2490), false],
  ['two pesos off, with another tax', of(2092, 397, 3150, 659), false],
  ['more than rounding explains', of(2092, 397, 2492), true],
])('a total %s', (_, documento, told) => {
  expect(reviewDocumento(documento, 'venta', '202611')).toEqual(told ? ['TOTAL_MISMATCH'] : [])
})
