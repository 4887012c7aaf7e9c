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
    told ? ['TOTAL_MISMATCH', 'COLUMNS_DISAGREE'] : [],
  )
})

test.each<[why: string, Partial<DocumentoRcv>, lado: 'compra' | 'venta', told: boolean]>([
  [
    'fixed assets within its amounts',
    { datos: { activoFijoNeto: 100_000, activoFijoIva: 19_000 } },
    'compra',
    false,
  ],
  ['fixed assets of more net than it has', { datos: { activoFijoNeto: 100_001 } }, 'compra', true],
  ['fixed assets of more VAT than it has', { datos: { activoFijoIva: 19_001 } }, 'compra', true],
  ['VAT of others within its own', { datos: { ivaTerceros: 19_000 } }, 'venta', false],
  [
    'VAT of others beside its own',
    { montoNeto: 150_000, montoTotal: 178_500, datos: { ivaTerceros: 9500 } },
    'venta',
    false,
  ],
  ['VAT of others beyond its own and the total', { datos: { ivaTerceros: 30_000 } }, 'venta', true],
  [
    'own VAT and that of others that are its whole',
    { datos: { ivaPropio: 1900, ivaTerceros: 17_100 } },
    'venta',
    false,
  ],
  [
    'own VAT and that of others that are not',
    { datos: { ivaPropio: 4000, ivaTerceros: 10_000 } },
    'venta',
    true,
  ],
  [
    'VAT withheld whole and in part',
    { tipoDte: 46, datos: { ivaRetenidoTotal: 19_000, ivaRetenidoParcial: 8000 } },
    'venta',
    true,
  ],
  [
    'VAT withheld in part, and the rest not',
    { tipoDte: 46, montoTotal: 111_000, datos: { ivaRetenidoParcial: 8000, ivaNoRetenido: 11_000 } },
    'venta',
    false,
  ],
  ['VAT that the rate does not give', { montoIva: 190_000, montoTotal: 290_000 }, 'venta', true],
  ['no VAT on its net', { montoIva: 0, montoTotal: 100_000 }, 'venta', true],
  [
    'the VAT of 2003, before October',
    { fechaEmision: '2003-09-30', montoIva: 18_000, montoTotal: 118_000 },
    'compra',
    false,
  ],
  ['VAT that gives no credit', { montoIva: 0, ivaNoRecuperable: 19_000 }, 'compra', false],
  [
    'VAT of an import, whose base is another',
    { tipoDte: 914, montoIva: 30_000, montoTotal: 130_000 },
    'compra',
    false,
  ],
])('a document with %s', (_, over, lado, told) => {
  const d = { ...of(100_000, 19_000, 119_000), ...over } as DocumentoRcv
  expect(reviewDocumento(d, lado, '202611').includes('COLUMNS_DISAGREE')).toBe(told)
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
