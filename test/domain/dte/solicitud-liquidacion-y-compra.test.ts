// Liquidaciones (43) and purchase invoices (46): http §4; domain/dte §6.5, §6.12.

import { describe, expect, test } from 'bun:test'
import { factura, RECEPTOR } from '../../support/emisor'
import { documentoDe, faultsOf, rules, warnings } from '../../support/leer'
import { COMISION, compra, liquidacion } from '../../support/solicitudes'

const comisiones = (...list: unknown[]) => liquidacion({ liquidacion: { comisiones: list } })
const liquidada = (over: object) =>
  liquidacion({ detalle: [{ tipo_doc_liq: '33', nombre: 'Facturas', monto: 5000, ...over }] })
const at = 'liquidacion.comisiones'

const CASES: [string, unknown, string[]][] = [
  ['a settled line of no document', liquidada({ tipo_doc_liq: null }), ['detalle[0].tipo_doc_liq requerido']],
  ['a discount', liquidada({ precio: 5000, descuento_pct: 5 }), ['detalle[0].descuento_pct desconocido']],
  ['a surcharge', liquidada({ precio: 5000, recargo_monto: 5 }), ['detalle[0].recargo_monto desconocido']],
  ['an additional tax', liquidada({ impuesto_adicional: 27 }), ['detalle[0].impuesto_adicional desconocido']],
  ['a negative non-billable line', liquidada({ exento: 6 }), ['detalle[0].exento valor']],
  ['a deposit', liquidada({ exento: 3 }), ['detalle[0].exento valor']],
  ['decimal pesos', liquidada({ monto: 10.5 }), ['detalle[0].monto entero']],
  ['an amount that disagrees', liquidada({ precio: 4000 }), ['detalle[0].monto monto']],
  [
    'global discounts',
    liquidacion({ DscRcgGlobal: [{ tipo: 'D', tipo_valor: '%', valor: 5 }] }),
    ['DscRcgGlobal desconocido'],
  ],
  ['informed taxes', liquidacion({ impuestos: [{ codigo: 28, monto: 5 }] }), ['impuestos desconocido']],
  [
    'a commission without words',
    comisiones({ valor_neto: 5, valor_exento: 0 }),
    [`${at}[0].glosa requerido`],
  ],
  ['a commission without amounts', comisiones({ glosa: 'x' }), [`${at}[0].valor_neto requerido`]],
  ['an unknown kind of commission', comisiones({ ...COMISION, tipo: 'X' }), [`${at}[0].tipo valor`]],
  [
    'a commission of decimal pesos',
    comisiones({ ...COMISION, valor_neto: 0.5 }),
    [`${at}[0].valor_neto entero`],
  ],
  ['a commission rate of three figures', comisiones({ ...COMISION, tasa: 100 }), [`${at}[0].tasa maximo`]],
  ['21 commissions', comisiones(...Array(21).fill(COMISION)), [`${at} cantidad_max`]],
  ['a block of other types', liquidacion({ compra: {} }), ['compra desconocido']],
  ['an unknown kind of purchase', compra({ tipo_transaccion: 8 }), ['compra.tipo_transaccion maximo']],
  [
    'a withholding that does not exist',
    compra({ retencion: { codigo: 999 } }),
    ['compra.retencion.codigo impuesto'],
  ],
  [
    'a tax that is no withholding',
    compra({ retencion: { codigo: 27 } }),
    ['compra.retencion.codigo impuesto'],
  ],
  ['a withholding of sales', compra({ retencion: { codigo: 46 } }), ['compra.retencion.codigo impuesto']],
  ['a withholding without code', compra({ retencion: { tasa: 19 } }), ['compra.retencion.codigo requerido']],
  [
    'another rate than the law has',
    compra({ retencion: { codigo: 33, tasa: 19 } }),
    ['compra.retencion.tasa tasa'],
  ],
  [
    'the withholding twice',
    compra({}, { detalle: [{ nombre: 'x', precio: 5, impuesto_adicional: 15 }] }),
    ['detalle[0].impuesto_adicional excluyente'],
  ],
  [
    'a tax of sales',
    compra({ retencion: null }, { detalle: [{ nombre: 'x', precio: 5, impuesto_adicional: 27 }] }),
    ['detalle[0].impuesto_adicional impuesto'],
  ],
  [
    'an informed tax of sales',
    compra({}, { impuestos: [{ codigo: 28, monto: 5 }] }),
    ['impuestos[0].codigo impuesto'],
  ],
  [
    'prices with IVA beside a withholding',
    compra({}, { precio_incluye_iva: true }),
    ['precio_incluye_iva impuestos'],
  ],
  [
    'a builders’ credit',
    compra({}, { tasa_credito_empresa_constructora: 0.65 }),
    ['tasa_credito_empresa_constructora desconocido'],
  ],
  [
    'no giro, address and comuna',
    compra({}, { receptor: { rut: RECEPTOR.rut, razon_social: 'X' } }),
    ['receptor.giro requerido', 'receptor.direccion requerido', 'receptor.comuna requerido'],
  ],
]

describe('a liquidación or purchase is refused', () => {
  test.each(CASES)('with %s', (_, body, expected) => {
    expect(rules(body)).toEqual(expected)
  })
})

describe('a liquidación', () => {
  test('subtracts its commissions, whose IVA is rounded once and adds up line by line', () => {
    const odd = { glosa: 'x', valor_neto: 3, valor_exento: 10 }
    const { dte } = documentoDe(comisiones(odd, odd, { ...odd, tipo: 'O' }))
    expect(dte.totales).toEqual({
      montoNeto: '100000',
      tasaIva: '19',
      montoIva: '19000',
      comisiones: { valorNeto: '9', valorExento: '30', iva: '2' },
      montoTotal: '118959',
    })
    expect(dte.comisiones!.map(({ tipo, iva }) => [tipo, iva])).toEqual([
      ['C', '1'],
      ['C', '1'],
      ['O', '0'],
    ])
  })

  test('writes 0 for the amount that a commission does not tell', () => {
    const { dte } = documentoDe(comisiones({ glosa: 'Bodegaje', valor_exento: 500 }))
    expect(dte.comisiones).toEqual([
      { linea: 1, tipo: 'C', glosa: 'Bodegaje', valorNeto: '0', valorExento: '500', iva: '0' },
    ])
  })

  test('takes the IVA of a commission from who issues it', () => {
    const { dte } = documentoDe(comisiones({ ...COMISION, iva: 191 }, COMISION))
    expect(dte.totales.comisiones!.iva).toBe('381')
  })

  test('but not one that is no IVA of its net, to the peso (domain/dte §6.12)', () => {
    const told = (iva: number, valor_neto = 33) => [{ glosa: 'Feria', valor_neto, iva }]
    const referencias = [{ tipo_documento: 46, folio: 7, fecha: '2026-11-02', codigo: 3 }]
    const nota = (tipo_dte: 56 | 61) => (all: object[]) =>
      factura({ tipo_dte, referencias, compra: { comisiones: all } })
    const kinds: [string, (all: object[]) => object][] = [
      ['liquidacion', (all) => comisiones(...all)],
      ['compra', (all) => compra({ comisiones: all })],
      ['compra', nota(56)],
      ['compra', nota(61)],
    ]
    for (const [bloque, body] of kinds) {
      for (const iva of [5, 6, 7]) expect(faultsOf(body(told(iva)))).toEqual([])
      for (const iva of [0, 4, 8, 999]) {
        expect(faultsOf(body([...told(6), ...told(iva)]))).toMatchObject([
          { campo: `${bloque}.comisiones[1].iva`, regla: 'monto', code: 'AMOUNT_MISMATCH' },
        ])
      }
    }
    expect(faultsOf(comisiones(...told(-6, -33)))).toEqual([])
    expect(faultsOf(comisiones(...told(6, -33)))).toHaveLength(1)
  })

  test('and may tell what the sum made of it before', () => {
    const many = Array.from({ length: 20 }, () => ({ glosa: 'Feria', valor_neto: 3 }))
    const { dte } = documentoDe(comisiones(...many))
    const again = many.map((one, i) => ({ ...one, iva: Number(dte.comisiones![i]!.iva) }))
    expect(documentoDe(comisiones(...again)).dte.totales).toEqual(dte.totales)
  })

  test('may be negative, and a price beside a negative amount turns with it', () => {
    const detalle = [{ tipo_doc_liq: '39', nombre: 'Anulaciones', cantidad: 2, precio: 3990, monto: -7980 }]
    const { dte } = documentoDe(liquidacion({ detalle, liquidacion: null }))
    expect(dte.totales).toEqual({ montoNeto: '-7980', tasaIva: '19', montoIva: '-1516', montoTotal: '-9496' })
  })

  test('keeps what is not billed out of every sum', () => {
    const detalle = [
      { tipo_doc_liq: '33', nombre: 'Facturas', monto: 1000 },
      { tipo_doc_liq: '99', nombre: 'Anticipo', monto: -400, exento: 2 },
    ]
    const { totales } = documentoDe(liquidacion({ detalle, liquidacion: null })).dte
    expect(totales).toEqual({ montoNeto: '1000', tasaIva: '19', montoIva: '190', montoTotal: '1190' })
  })
})

describe('a purchase', () => {
  test('withholds on every affected line: with code 15 it totals net plus exempt', () => {
    const detalle = [
      { nombre: 'Traducción', precio: 100_005 },
      { nombre: 'Corrección', precio: 333 },
      { nombre: 'Libro', precio: 15_900, exento: true },
    ]
    const { dte } = documentoDe(compra({}, { detalle }))
    expect(dte.idDoc.tipoTransaccionCompra).toBe(1)
    expect(dte.detalle.map((d) => d.impuestoAdicional)).toEqual([['15'], ['15'], undefined])
    expect(Number(dte.totales.montoTotal)).toBe(100_005 + 333 + 15_900)
    expect(dte.totales.ivaNoRetenido).toBeUndefined()
  })

  test('withheld wholly withholds the IVA that a global discount leaves, not that of its lines', () => {
    const detalle = [
      { nombre: 'Papas', precio: 333 },
      { nombre: 'Papas', precio: 100_005 },
      { nombre: 'Libro', precio: 15_900, exento: true },
    ]
    const globales = [
      { tipo: 'D', tipo_valor: '%', valor: 33.33 },
      { tipo: 'R', tipo_valor: '$', valor: 50 },
    ]
    for (const DscRcgGlobal of [globales, globales.slice(1)]) {
      const { totales } = documentoDe(compra({}, { detalle, DscRcgGlobal })).dte
      expect(totales.impuestos).toEqual([{ codigo: '15', tasa: '19', monto: totales.montoIva! }])
      expect(Number(totales.montoTotal)).toBe(Number(totales.montoNeto) + 15_900)
      expect(totales.ivaNoRetenido).toBeUndefined()
    }
  })

  test('withheld wholly on some of its lines only keeps to those', () => {
    const detalle = [
      { nombre: 'Papas', precio: 1000, impuesto_adicional: 15 },
      { nombre: 'Saco', precio: 500 },
    ]
    const { totales } = documentoDe(compra({ retencion: null }, { detalle })).dte
    expect(totales).toMatchObject({
      montoIva: '285',
      impuestos: [{ codigo: '15', tasa: '19', monto: '190' }],
      ivaNoRetenido: '95',
    })
  })

  test('withheld in part tells the IVA that is not', () => {
    const { totales } = documentoDe(compra({ retencion: { codigo: 33 } })).dte
    expect(totales).toMatchObject({
      montoIva: '43586',
      impuestos: [{ codigo: '33', tasa: '8', monto: '18352' }],
      ivaNoRetenido: '25234',
    })
  })

  test('at 0 % keeps the code on its lines and writes no tax', () => {
    const { dte } = documentoDe(compra({ retencion: { codigo: 49, tasa: 0 } }))
    expect(dte.detalle[0]!.impuestoAdicional).toEqual(['49'])
    expect(dte.totales.impuestos).toBeUndefined()
    expect(dte.totales.montoTotal).toBe('272986')
  })

  test('from a supplier without registration is good', () => {
    expect(rules(compra({}, { receptor: { ...RECEPTOR, rut: '55555555-5' } }))).toEqual([])
  })
})

describe('a purchase invoice that withholds nothing', () => {
  const told = ['NO_RETENTION compra.retencion']
  const linea = { nombre: 'Chatarra', cantidad: 740, precio: 310 }
  const sin = { compra: { tipo_transaccion: 1 } }

  test('is told, with the block or without it', () => {
    expect(warnings(compra({}, sin))).toEqual(told)
    expect(warnings(factura({ tipo_dte: 46 }))).toEqual(told)
  })

  test('is not where one line withholds, where it says that it does not, nor where nothing bears IVA', () => {
    expect(warnings(compra())).toEqual([])
    expect(warnings(compra({ retencion: { codigo: 49 } }))).toEqual([])
    const lines = [{ ...linea, impuesto_adicional: 38 }, linea]
    expect(warnings(compra({}, { ...sin, detalle: lines }))).toEqual([])
    expect(warnings(compra({}, { ...sin, detalle: [{ ...linea, exento: true }] }))).toEqual([])
    expect(warnings(factura())).toEqual([])
  })
})
