// Vouchers of random months: debits are credits, and their VAT is the monthly return's (areas/contabilidad §2, §4).

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apunteOf, type DocumentoLibro, honorarioOf } from '../../../src/domain/contabilidad/apunte'
import { createAsientos, type Entrada } from '../../../src/domain/contabilidad/asientos'
import { COMPONENTES, type Libro, NOMBRES_LIBRO } from '../../../src/domain/contabilidad/libros'
import type { Cuenta } from '../../../src/domain/contabilidad/movimiento'
import { createFindRegla, type Regla } from '../../../src/domain/contabilidad/regla'
import { createF29 } from '../../../src/domain/rcv/f29'
import { ALL, entrada, REGLA } from './entrada'

const iva = (neto: number) => Math.round((neto * 19) / 100)
const base = {
  ...{
    tipoTransaccion: 'Del Giro',
    rut: '77123456-9',
    razonSocial: 'Andes',
    ivaNoRecuperable: 0,
    ivaUsoComun: 0,
  },
  ...{ montoExento: 0, montoNeto: 0, montoIva: 0, montoTotal: 0, datos: {} },
}

type Tipo = 'normal' | 'exenta' | 'retenida' | 'liquidacion' | 'exportacion'
const VENTAS: [tipo: number, Tipo][] = [
  [33, 'normal'],
  [34, 'exenta'],
  [39, 'normal'],
  [41, 'exenta'],
  [46, 'retenida'],
  [56, 'normal'],
  [61, 'normal'],
  [30, 'normal'],
  [60, 'normal'],
  [110, 'exportacion'],
  [111, 'exportacion'],
  [112, 'exportacion'],
]
const COMPRAS: [tipo: number, Tipo][] = [
  [33, 'normal'],
  [34, 'exenta'],
  [46, 'retenida'],
  [56, 'normal'],
  [61, 'normal'],
  [60, 'normal'],
]

const amounts = fc.record({
  neto: fc.integer({ min: 1, max: 90_000_000 }),
  exento: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
  impuesto: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_000 })),
  codigo: fc.constantFrom(24, 25, 26, 27, 271, 23),
  parte: fc.constantFrom('iva', 'no_recuperable', 'uso_comun'),
  activo: fc.boolean(),
  dia: fc.integer({ min: 1, max: 30 }),
  folio: fc.integer({ min: 1, max: 9_999_999 }),
})
type Amounts = typeof amounts extends fc.Arbitrary<infer T> ? T : never

function documento(lado: 'venta' | 'compra', [tipoDte, tipo]: [number, Tipo], a: Amounts): DocumentoLibro {
  const own = {
    ...base,
    ...{ lado, tipoDte, folio: a.folio, fechaEmision: `2026-11-${String(a.dia).padStart(2, '0')}` },
  }
  if (tipo === 'exenta' || tipo === 'exportacion')
    return { ...own, montoExento: a.neto, montoTotal: a.neto } as DocumentoLibro
  const all = iva(a.neto)
  if (tipo === 'retenida') {
    const datos =
      lado === 'venta'
        ? { ivaRetenidoTotal: all }
        : { otrosImpuestos: [{ codigo: 15, valor: all, tasa: '19' }] }
    return { ...own, montoNeto: a.neto, montoIva: all, montoTotal: a.neto, datos } as DocumentoLibro
  }
  const lost = lado === 'compra' && a.parte === 'no_recuperable' ? all : 0
  const common = lado === 'compra' && a.parte === 'uso_comun' ? all : 0
  return {
    ...own,
    ...{ montoNeto: a.neto, montoExento: a.exento, montoIva: all - lost - common },
    ...{ ivaNoRecuperable: lost, ivaUsoComun: common },
    montoTotal: a.neto + a.exento + all + a.impuesto,
    datos: {
      ...(a.impuesto && { otrosImpuestos: [{ codigo: a.codigo, valor: a.impuesto, tasa: null }] }),
      ...(lado === 'compra' && a.activo && { activoFijoNeto: a.neto, activoFijoIva: all - lost - common }),
    },
  } as DocumentoLibro
}

const month = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('venta' as const), fc.constantFrom(...VENTAS), amounts),
    fc.tuple(fc.constant('compra' as const), fc.constantFrom(...COMPRAS), amounts),
  ),
  { minLength: 1, maxLength: 60 },
)
const agrupaciones = fc.constantFrom('documento', 'dia', 'mes')

describe('a month of documents of every type', () => {
  test('has debits equal to credits in each voucher, however they are grouped', () => {
    fc.assert(
      fc.property(month, agrupaciones, agrupaciones, (rows, ventas, compras) => {
        const agrupacion = { ventas, compras, honorarios: 'mes' } as Entrada['agrupacion']
        const all = createAsientos(entrada({ agrupacion }))
        for (const [i, [lado, tipo, a]] of rows.entries())
          all.add(apunteOf(documento(lado, tipo, a), String(i)))
        all.add(
          honorarioOf({
            ...{ folio: 1, fecha: '2026-11-05', rut: '1-9', nombre: 'A' },
            bruto: 100,
            retencion: 15,
            liquido: 85,
          }),
        )
        expect(all.faltas()).toEqual({ sin_cuenta: [], sin_detalle: [], descuadrados: [] })
        let documentos = 0
        for (const one of all.asientos()) {
          const sum = (side: 'debe' | 'haber') => one.movimientos.reduce((n, m) => n + m[side], 0)
          expect([one.debe, sum('debe'), sum('haber')]).toEqual([one.haber, one.haber, one.debe])
          expect(
            one.movimientos.every(
              ({ debe, haber }) => debe >= 0 && haber >= 0 && (debe === 0) !== (haber === 0),
            ),
          ).toBe(true)
          documentos += one.documentos
        }
        expect(documentos).toBe(rows.length + 1)
      }),
    )
  })

  test('has the debit and the credit of VAT that the monthly return has (domain/rcv §6)', () => {
    fc.assert(
      fc.property(month, (rows) => {
        const f29 = createF29()
        let debito = 0
        let credito = 0
        rows.forEach(([lado, tipo, a], i) => {
          const d = documento(lado, tipo, a)
          f29.add(d)
          for (const { componente, monto } of apunteOf(d, String(i)).partes) {
            if (componente !== 'iva') continue
            if (lado === 'venta') debito -= monto
            else credito += monto
          }
        })
        const { totales } = f29.result()
        expect([debito, credito]).toEqual([totales.debito, totales.credito])
      }),
    )
  })
})

const factura = (more: Partial<DocumentoLibro> = {}): DocumentoLibro => ({
  ...(documento('venta', [33, 'normal'], {
    ...{ neto: 100_000, exento: 0, impuesto: 0, codigo: 24, parte: 'iva', activo: false, dia: 5, folio: 7 },
  }) as DocumentoLibro),
  ...more,
})
const partesOf = (d: DocumentoLibro) =>
  Object.fromEntries(apunteOf(d, 'x').partes.map(({ componente, monto }) => [componente, monto]))

describe('a document', () => {
  test('is a debit of its customer and credits of the rest, a note of credit the other way', () => {
    expect(partesOf(factura())).toEqual({ cliente: 119_000, neto: -100_000, iva: -19_000 })
    expect(partesOf(factura({ tipoDte: 61 }))).toEqual({ cliente: -119_000, neto: 100_000, iva: 19_000 })
  })

  test('of a purchase has fixed assets, withheld and lost VAT apart', () => {
    const compra = { lado: 'compra' as const, tipoTransaccion: 'Del Giro' }
    expect(partesOf(factura({ ...compra, datos: { activoFijoNeto: 40_000, activoFijoIva: 7600 } }))).toEqual({
      ...{ neto: 60_000, activo_fijo: 40_000, iva: 19_000, proveedor: -119_000 },
    })
    const propia = { ...compra, tipoDte: 46, montoTotal: 100_000 }
    expect(partesOf(factura({ ...propia, datos: { ivaNoRetenido: 0 } }))).toEqual({
      ...{ neto: 100_000, iva: 19_000, iva_retenido: -19_000, proveedor: -100_000 },
    })
    const perdido = { ...compra, montoIva: 0, ivaNoRecuperable: 19_000, datos: { codigoIvaNoRec: 4 } }
    expect(partesOf(factura(perdido))).toEqual({
      ...{ neto: 100_000, 'iva_no_recuperable:4': 19_000, proveedor: -119_000 },
    })
  })

  test('of a liquidación-factura has its commission, which its total is short of', () => {
    const comision = { liquidacionNeto: 10_000, liquidacionIva: 1900 }
    const d = factura({ tipoDte: 43, montoTotal: 107_100, datos: comision })
    expect(partesOf(d)).toEqual({ cliente: 107_100, neto: -100_000, iva_terceros: -19_000, comision: 11_900 })
    expect(apunteOf(d, 'x').diferencia).toBe(0)
  })

  test('of a factura de compra received bears no VAT that its buyer withheld', () => {
    const d = factura({ tipoDte: 46, montoTotal: 100_000, datos: { ivaRetenidoTotal: 19_000 } })
    expect(partesOf(d)).toEqual({ cliente: 100_000, neto: -100_000 })
  })

  test('gets a rounding up to its limit, and beyond it stops with its parts', () => {
    const all = createAsientos(entrada())
    all.add(apunteOf(factura({ montoTotal: 119_001 }), 'a'))
    all.add(apunteOf(factura({ montoTotal: 119_002 }), 'b'))
    expect(all.asientos()[0]!.movimientos.at(-1)).toMatchObject({ cuenta: 'ventas-redondeo', haber: 1 })
    expect(all.faltas().descuadrados).toMatchObject([
      { folio: 7, diferencia: -2, partes: [{ componente: 'cliente' }, {}, {}] },
    ])
  })
})

describe('rules', () => {
  const of = (more: Partial<Regla>): Regla => ({
    ...REGLA,
    id: 'a',
    libro: 'ventas',
    componente: 'neto',
    cuenta: '1',
    ...more,
  })

  test('the first that fits gives the account, and none is guessed', () => {
    const reglas = [
      of({ id: 'z', orden: 1, tipos: [61], cuenta: 'notas' }),
      of({ id: 'b', orden: 2, rut: '77123456-9', cuenta: 'andes' }),
      of({ id: 'a', orden: 3, cuenta: 'resto' }),
    ]
    const find = createFindRegla(reglas)
    const cuenta = (d: DocumentoLibro) => find(apunteOf(d, 'x'), 'neto')?.cuenta
    expect([cuenta(factura()), cuenta(factura({ tipoDte: 61 })), cuenta(factura({ rut: '1-9' }))]).toEqual([
      'andes',
      'notas',
      'resto',
    ])
    expect(find(apunteOf(factura(), 'x'), 'iva')).toBeNull()
    const taxes = createFindRegla([
      of({ componente: 'impuesto:24', cuenta: 'licor' }),
      of({ id: 'b', orden: 2, componente: 'impuesto', cuenta: 'otro' }),
    ])
    const a = apunteOf(factura(), 'x')
    expect([taxes(a, 'impuesto:24')?.cuenta, taxes(a, 'impuesto:27')?.cuenta]).toEqual(['licor', 'otro'])
  })

  test('what lacks one is told by part, the largest first', () => {
    const all = createAsientos(entrada({ reglas: [of({})] }))
    all.add(apunteOf(factura(), 'a'))
    all.add(apunteOf(factura({ rut: '1-9', folio: 8 }), 'b'))
    expect(all.faltas().sin_cuenta).toMatchObject([
      {
        libro: 'ventas',
        componente: 'cliente',
        tipo_dte: 33,
        rut: null,
        documentos: 2,
        monto: 238_000,
        ejemplo: { folio: 7 },
      },
      { componente: 'iva', documentos: 2, monto: 38_000 },
    ])
  })

  test('a line with an auxiliary or a document merges with no other, the rest by account and side', () => {
    const reglas = ALL.map((one) =>
      one.componente === 'cliente' ? { ...one, auxiliar: 'cuerpo', codigoDoc: 'FV' } : one,
    )
    const all = createAsientos(
      entrada({ reglas, agrupacion: { ventas: 'mes', compras: 'mes', honorarios: 'mes' } }),
    )
    for (const folio of [1, 2, 3]) all.add(apunteOf(factura({ folio }), String(folio)))
    all.add(apunteOf(factura({ tipoDte: 61, folio: 4 }), 'nota'))
    const [asiento, ...more] = all.asientos()
    expect([asiento!.fecha, asiento!.glosa, more.length]).toEqual(['2026-11-30', 'Ventas 2026-11', 0])
    expect(
      asiento!.movimientos.map(({ cuenta, auxiliar, debe, haber, documento }) => [
        cuenta,
        auxiliar,
        debe,
        haber,
        documento?.folio,
      ]),
    ).toEqual([
      ['ventas-cliente', '77123456', 119_000, 0, 1],
      ['ventas-neto', null, 0, 300_000, undefined],
      ['ventas-iva', null, 0, 57_000, undefined],
      ['ventas-cliente', '77123456', 119_000, 0, 2],
      ['ventas-cliente', '77123456', 119_000, 0, 3],
      ['ventas-cliente', '77123456', 0, 119_000, 4],
      ['ventas-neto', null, 100_000, 0, undefined],
      ['ventas-iva', null, 19_000, 0, undefined],
    ])
  })

  test('what the chart wants of an account is told where a line lacks it', () => {
    const wants = (codigo: string, more: Partial<Cuenta>): [string, Cuenta] => [
      codigo,
      { codigo, pideAuxiliar: false, pideCentro: false, pideDocumento: false, ...more },
    ]
    const cuentas = new Map([
      wants('ventas-cliente', { pideAuxiliar: true, pideDocumento: true }),
      wants('ventas-neto', { pideCentro: true }),
    ])
    const all = createAsientos(entrada({ cuentas }))
    all.add(apunteOf(factura(), 'a'))
    expect(all.faltas().sin_detalle.map(({ cuenta, falta }) => [cuenta, falta])).toEqual([
      ['ventas-cliente', 'auxiliar'],
      ['ventas-cliente', 'documento'],
      ['ventas-neto', 'centro'],
      ['ventas-iva', 'cuenta'],
    ])
  })
})

test('every book has its parts', () => {
  expect(Object.keys(COMPONENTES).sort()).toEqual([...(NOMBRES_LIBRO as Libro[])].sort())
})
