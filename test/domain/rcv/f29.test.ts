// What a register comes to for the monthly return (domain/rcv §6).

import { describe, expect, test } from 'bun:test'
import { computeF29, type FilaF29, type SumaF29 } from '../../../src/domain/rcv/f29'

const suma = (lado: SumaF29['lado'], tipoDte: number, iva: number, more: Partial<SumaF29> = {}): SumaF29 => ({
  lado,
  tipoDte,
  tipoTransaccion: 'Del Giro',
  documentos: 1,
  montoExento: 0,
  montoNeto: iva * 5,
  montoIva: iva,
  ivaNoRecuperable: 0,
  ivaUsoComun: 0,
  ivaNoRetenido: 0,
  ...more,
})
const row = (rows: FilaF29[], concepto: string) => rows.find((one) => one.concepto === concepto)

describe('the debit', () => {
  test('is that of invoices and receipts, less notes of credit', () => {
    const { debito, totales } = computeF29([
      suma('venta', 33, 5_937_500, { documentos: 31 }),
      suma('venta', 39, 399_160, { documentos: 412 }),
      suma('venta', 61, 190_000, { documentos: 2 }),
    ])
    expect(totales.debito).toBe(6_146_660)
    expect(row(debito, 'facturas')).toEqual({
      concepto: 'facturas',
      codigos: { cantidad: 503, monto: 502 },
      documentos: 31,
      neto: 29_687_500,
      iva: 5_937_500,
    })
    expect(row(debito, 'boletas')).toMatchObject({ codigos: { cantidad: 110, monto: 111 }, documentos: 412 })
    expect(row(debito, 'notas_credito')).toMatchObject({
      codigos: { cantidad: 509, monto: 510 },
      iva: 190_000,
    })
  })

  test('has what bears no VAT by its exempt amount, fixed assets apart, and no factura de compra', () => {
    const { debito, totales } = computeF29([
      suma('venta', 34, 0, { montoExento: 64_000, montoNeto: 0 }),
      suma('venta', 41, 0, { montoExento: 6000, montoNeto: 0 }),
      suma('venta', 110, 0, { montoExento: 5_000_000, montoNeto: 0 }),
      suma('venta', 33, 190_000, { tipoTransaccion: 'Activo Fijo' }),
      suma('venta', 46, 57_000),
      suma('venta', 43, 38_000),
      suma('venta', 56, 1900),
    ])
    expect(row(debito, 'exentas')).toMatchObject({
      codigos: { cantidad: 586, monto: 142 },
      documentos: 2,
      neto: 70_000,
    })
    expect(row(debito, 'exportacion')).toMatchObject({
      codigos: { cantidad: 585, monto: 20 },
      neto: 5_000_000,
    })
    expect(row(debito, 'activo_fijo')).toMatchObject({ codigos: { cantidad: 716, monto: 717 }, iva: 190_000 })
    expect(row(debito, 'liquidacion_factura')).toMatchObject({ codigos: { cantidad: 500, monto: 501 } })
    expect(row(debito, 'facturas')).toBeUndefined()
    expect(totales.debito).toBe(190_000 + 38_000 + 1900)
  })
})

describe('the credit', () => {
  test('is what is recoverable, less notes; common use and what is not recoverable are told and not counted', () => {
    const { credito, retenciones, totales } = computeF29([
      suma('compra', 33, 79_800),
      suma('compra', 33, 380_000, { tipoTransaccion: 'Activo Fijo' }),
      suma('compra', 33, 0, { tipoTransaccion: 'IVA Uso Común', ivaUsoComun: 190_000 }),
      suma('compra', 33, 0, { tipoTransaccion: 'IVA no Recuperable', ivaNoRecuperable: 5700 }),
      suma('compra', 61, 19_000),
      suma('compra', 56, 1000),
      suma('compra', 46, 57_000, { ivaNoRetenido: 7000 }),
      suma('compra', 34, 0, { montoExento: 77_000, montoNeto: 0 }),
    ])
    expect(totales.credito).toBe(79_800 + 380_000 - 19_000 + 1000 + 57_000)
    expect(totales.diferencia).toBe(-totales.credito)
    expect(row(credito, 'del_giro')).toMatchObject({ documentos: 3, iva: 79_800 })
    expect(row(credito, 'uso_comun')).toMatchObject({ documentos: 1, iva: 190_000 })
    expect(row(credito, 'no_recuperable')).toMatchObject({ documentos: 1, iva: 5700 })
    expect(row(credito, 'exentas')).toMatchObject({ neto: 77_000 })
    expect(credito.every(({ codigos }) => codigos === null)).toBe(true)
    expect(retenciones).toEqual([
      { concepto: 'iva_retenido', codigos: null, documentos: 1, neto: 285_000, iva: 50_000 },
    ])
  })

  test('of common use, and what is not recoverable, are less what a note of credit takes from them', () => {
    const { credito } = computeF29([
      suma('compra', 33, 0, { ivaUsoComun: 3800, montoNeto: 20_000 }),
      suma('compra', 61, 0, { ivaUsoComun: 190, montoNeto: 1000 }),
    ])
    expect(row(credito, 'uso_comun')).toMatchObject({ documentos: 2, neto: 19_000, iva: 3610 })
  })

  test('of a month with nothing is nothing', () => {
    expect(computeF29([])).toEqual({
      debito: [],
      credito: [],
      retenciones: [],
      totales: { debito: 0, credito: 0, diferencia: 0 },
    })
  })
})
