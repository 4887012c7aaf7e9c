// The notices about a register's document (domain/rcv §3).

import { expect, test } from 'bun:test'
import { monthFirstOnly, reviewDocumento } from '../../../src/domain/rcv/avisos'
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

test.each<[why: string, iva: number, fuera: number, total: number, told: boolean]>([
  ['in «Monto IVA»', 19_000, 19_000, 119_000, false],
  ['beside it', 0, 19_000, 119_000, false],
  ['beside the rest of it', 9500, 9500, 119_000, false],
  ['in no reading', 19_000, 30_000, 149_000, true],
])('the VAT out of time of a note stands %s', (_, iva, ivaFueraPlazo, total, told) => {
  const nota = { ...of(100_000, iva, total), tipoDte: 61, datos: { ivaFueraPlazo } }
  expect(reviewDocumento(nota as unknown as DocumentoRcv, 'venta', '202611')).toEqual(
    told ? ['TOTAL_MISMATCH'] : [],
  )
})

test.each<[fechas: string[], told: number[]]>([
  [
    ['2026-05-11', '2026-06-11'],
    [0, 1],
  ],
  // A purchase of October says nothing of November, and does not hide the others.
  [
    ['2026-05-11', '2026-10-03', '2026-06-11'],
    [0, 2],
  ],
  // Dates of the month as they stand show how the file writes.
  [['2026-05-11', '2026-11-03'], []],
  [['2026-11-20', '2026-11-11'], []],
])('dates %j of 202611 that are of it only month first', (fechas, told) => {
  expect(monthFirstOnly(fechas, '202611')).toEqual(told)
})
