// What a register comes to for the monthly return (domain/rcv §6).

import { describe, expect, test } from 'bun:test'
import * as f29 from '../../../src/domain/rcv/f29'
import { createSumasF29, type DocumentoF29 } from '../../../src/domain/rcv/f29-suma'

const suma = (
  lado: DocumentoF29['lado'],
  tipoDte: number,
  iva: number,
  more: Partial<DocumentoF29> = {},
): DocumentoF29 => ({
  lado,
  tipoDte,
  tipoTransaccion: 'Del Giro',
  montoExento: 0,
  montoNeto: iva * 5,
  montoIva: iva,
  ivaNoRecuperable: 0,
  ivaUsoComun: 0,
  montoTotal: iva * 6,
  datos: {},
  ...more,
})
function computeF29(documentos: readonly DocumentoF29[]): f29.F29 {
  const sumas = createSumasF29()
  for (const one of documentos) sumas.add(one)
  return f29.computeF29(sumas.all())
}
const row = (rows: f29.FilaF29[], concepto: string) => rows.find((one) => one.concepto === concepto)

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
      suma('compra', 46, 57_000, { datos: { ivaNoRetenido: 7000 } }),
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

  test('has apart what is a fixed asset of an invoice that is one in part', () => {
    const parts = (more: Partial<DocumentoF29>) => {
      const { credito, totales } = computeF29([suma('compra', 33, 190_000, more)])
      const of = (concepto: string) => {
        const found = row(credito, concepto)
        return found && [found.documentos, found.neto, found.iva]
      }
      return [of('activo_fijo'), of('del_giro'), totales.credito]
    }
    const part = { activoFijoNeto: 400_000, activoFijoIva: 76_000 }
    expect(parts({ datos: part })).toEqual([[1, 400_000, 76_000], [1, 550_000, 114_000], 190_000])
    const whole = { activoFijoNeto: 950_000, activoFijoIva: 190_000 }
    expect(parts({ datos: whole })).toEqual([[1, 950_000, 190_000], undefined, 190_000])
    expect(parts({ tipoTransaccion: 'Activo Fijo', datos: part })).toEqual(parts({ datos: part }))
    // A kind without columns says it of the whole.
    const kind = { tipoTransaccion: 'Activo Fijo', datos: { activoFijoNeto: 0, activoFijoIva: 0 } }
    expect(parts(kind)).toEqual(parts({ datos: whole }))
  })

  test('tells of a mixed invoice its exempt part in a row of its own, less what notes take from it', () => {
    const { debito, credito } = computeF29([
      suma('venta', 33, 19_000, { montoExento: 30_000 }),
      suma('venta', 39, 1900, { montoExento: 500, documentos: 2 }),
      suma('venta', 61, 0, { montoExento: 1000 }),
      suma('venta', 34, 0, { montoExento: 7000 }),
      suma('compra', 33, 1900, { montoExento: 400 }),
    ])
    expect(row(debito, 'otros_exentos')).toMatchObject({ codigos: null, documentos: 4, neto: 29_500, iva: 0 })
    expect(row(debito, 'exentas')).toMatchObject({ documentos: 1, neto: 7000 })
    expect(row(credito, 'otros_exentos')).toMatchObject({ documentos: 1, neto: 400 })
  })

  test('of common use, and what is not recoverable, are less what a note of credit takes from them', () => {
    const { credito } = computeF29([
      suma('compra', 33, 0, { ivaUsoComun: 3800, montoNeto: 20_000 }),
      suma('compra', 61, 0, { ivaUsoComun: 190, montoNeto: 1000 }),
    ])
    expect(row(credito, 'uso_comun')).toMatchObject({ documentos: 2, neto: 19_000, iva: 3610 })
  })

  test('is the same however many documents are alike', () => {
    const one = suma('compra', 33, 190_000, {
      montoExento: 500,
      datos: { activoFijoNeto: 400_000, activoFijoIva: 76_000 },
    })
    const { credito, totales } = computeF29([one, one, suma('compra', 33, 1900), one])
    expect(row(credito, 'activo_fijo')).toMatchObject({ documentos: 3, neto: 1_200_000, iva: 228_000 })
    expect(row(credito, 'del_giro')).toMatchObject({ documentos: 4, neto: 1_659_500, iva: 343_900 })
    expect(row(credito, 'otros_exentos')).toMatchObject({ documentos: 3, neto: 1500 })
    expect(totales.credito).toBe(571_900)
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

describe('what was withheld of facturas de compra', () => {
  const retenido = (...documentos: DocumentoF29[]) => computeF29(documentos).retenciones[0]?.iva ?? 0
  const propia = (more: Partial<DocumentoF29>) => suma('compra', 46, 57_000, more)

  test('is their VAT less what the column says was not, and where that is empty, less what the total has of it', () => {
    expect(retenido(propia({ datos: { ivaNoRetenido: 0 }, montoTotal: 285_000 }))).toBe(57_000)
    expect(retenido(propia({ datos: { ivaNoRetenido: 7000 } }))).toBe(50_000)
    expect(retenido(propia({ montoTotal: 285_000 }))).toBe(57_000)
    expect(retenido(propia({ montoTotal: 285_000 + 57_000 }))).toBe(0)
    expect(retenido(propia({ montoTotal: 285_000 + 7000 }))).toBe(50_000)
    expect(retenido(propia({ montoTotal: 400_000 }))).toBe(0)
    expect(retenido(propia({ montoTotal: 100 }))).toBe(57_000)
  })

  test('is less what was withheld by notes of credit over them, and more by notes of debit', () => {
    const own = propia({ montoTotal: 285_000 })
    const over = { datos: { notaSobreFacturaCompra: '1' }, montoTotal: 50_000 }
    expect(retenido(own, suma('compra', 61, 10_000, over))).toBe(47_000)
    expect(retenido(own, suma('compra', 56, 10_000, over))).toBe(67_000)
    expect(retenido(own, suma('compra', 61, 10_000, { montoTotal: 50_000 }))).toBe(57_000)
  })

  test('by who bought from the company is no debit, and notes over them take nothing from it', () => {
    const { debito, totales } = computeF29([
      suma('venta', 33, 1000),
      suma('venta', 46, 57_000),
      suma('venta', 61, 10_000, { datos: { notaSobreFacturaCompra: '1' } }),
    ])
    expect(totales.debito).toBe(1000)
    expect(row(debito, 'notas_facturas_compra_recibidas')).toMatchObject({ documentos: 1, iva: 10_000 })
  })
})
