// Withholding agents and the commissions of purchases (http §0, §4; domain/dte §6.6, §6.12, §8.2 e).

import { describe, expect, test } from 'bun:test'
import { nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { documentoDe, rules, warnings, xmlDe } from '../../support/leer'
import { compra, exportacion, guia, liquidacion } from '../../support/solicitudes'

const NOVILLOS = {
  nombre: 'Novillos',
  cantidad: 5460,
  unidad: 'KG',
  precio: 1850,
  impuesto_adicional: 32,
  retenedor: { producto: '3201', cantidad_ref: 12 },
}
const FERIA = { tipo: 'C', glosa: 'Comision de feria', valor_neto: 300_000, valor_exento: 0 }

const compraDe = (linea: object, bloque: object = {}) =>
  compra({ retencion: null, ...bloque }, { detalle: [{ ...NOVILLOS, ...linea }] })

test('a purchase of cattle by an agent, with the commission of the fair (domain/dte §8.2 e)', () => {
  const xml = xmlDe(compraDe({}, { comisiones: [FERIA] }))
  for (const fragment of [
    '<Totales><MntNeto>10101000</MntNeto><TasaIVA>19</TasaIVA><IVA>1919190</IVA><ImptoReten><TipoImp>32</TipoImp><TasaImp>8</TasaImp><MontoImp>808080</MontoImp></ImptoReten><IVANoRet>1111110</IVANoRet><Comisiones><ValComNeto>300000</ValComNeto><ValComExe>0</ValComExe><ValComIVA>57000</ValComIVA></Comisiones><MntTotal>10855110</MntTotal></Totales>',
    '<Detalle><NroLinDet>1</NroLinDet><CdgItem><TpoCodigo>CPCS</TpoCodigo><VlrCodigo>3201</VlrCodigo></CdgItem><Retenedor><IndAgente>R</IndAgente></Retenedor><NmbItem>Novillos</NmbItem><QtyRef>12</QtyRef><UnmdRef>UNID</UnmdRef><QtyItem>5460</QtyItem><UnmdItem>KG</UnmdItem><PrcItem>1850</PrcItem><CodImpAdic>32</CodImpAdic><MontoItem>10101000</MontoItem></Detalle>',
    '<Comisiones><NroLinCom>1</NroLinCom><TipoMovim>C</TipoMovim><Glosa>Comision de feria</Glosa><ValComNeto>300000</ValComNeto><ValComExe>0</ValComExe><ValComIVA>57000</ValComIVA></Comisiones>',
  ])
    expect(xml).toContain(fragment)
})

describe('the product of a line that withholds', () => {
  test('comes before the codes of the shop, and brings its only unit', () => {
    const { dte } = documentoDe(compraDe({ codigo: ['A-1', 'B-2'], unidad: null }))
    expect(dte.detalle[0]!.codigo).toEqual([
      { tipo: 'CPCS', valor: '3201' },
      { tipo: 'INT1', valor: 'A-1' },
      { tipo: 'INT1', valor: 'B-2' },
    ])
    expect(dte.detalle[0]!.unidad).toBe('KG')
  })

  test('may be said as an item code, and then is that one', () => {
    const codigo = { tipo: 'CPCS', valor: '3201' }
    expect(xmlDe(compraDe({ codigo, retenedor: { cantidad_ref: 12 } }))).toBe(xmlDe(compraDe({})))
    expect(rules(compraDe({ codigo: { tipo: 'CPCS', valor: '3202' } }))).toEqual(['detalle[0].codigo alias'])
  })

  test('holds with compra.retencion too, and with a total withholding by its three-digit code', () => {
    const retencion = { codigo: 321, tasa: 19 }
    const { totales } = documentoDe(compraDe({ impuesto_adicional: null }, { retencion })).dte
    expect(totales).toMatchObject({
      impuestos: [{ codigo: '321', tasa: '19', monto: '1919190' }],
      montoTotal: '10101000',
    })
    expect(totales.ivaNoRetenido).toBeUndefined()
  })

  test.each([
    [
      'no such product',
      { retenedor: { producto: '9999', cantidad_ref: 1 } },
      ['detalle[0].retenedor.producto producto'],
    ],
    ['another regime', { impuesto_adicional: 33 }, ['detalle[0].impuesto_adicional producto']],
    ['the general total withholding', { impuesto_adicional: 15 }, ['detalle[0].impuesto_adicional producto']],
    ['another unit', { unidad: 'TON' }, ['detalle[0].unidad unidad']],
    ['no quantity', { cantidad: null }, ['detalle[0].cantidad requerido']],
    ['no heads', { retenedor: { producto: '3201' } }, ['detalle[0].retenedor.cantidad_ref requerido']],
    [
      'no head',
      { retenedor: { producto: '3201', cantidad_ref: 0 } },
      ['detalle[0].retenedor.cantidad_ref minimo'],
    ],
    ['two counts of heads', { QtyRef: 13 }, ['detalle[0].QtyRef alias']],
    ['six codes with its own', { codigo: ['1', '2', '3', '4', '5'] }, ['detalle[0].codigo cantidad_max']],
  ])('is refused with %s', (_, linea, expected) => {
    expect(rules(compraDe(linea))).toEqual(expected)
  })

  test('of several units must say which', () => {
    const trozos = { nombre: 'Trozos', impuesto_adicional: 33, retenedor: { producto: '3301' } }
    expect(rules(compraDe({ ...trozos, unidad: null }))).toEqual(['detalle[0].unidad unidad'])
    expect(rules(compraDe({ ...trozos, unidad: 'M3' }))).toEqual([])
  })

  test('is asked for by a warning where its regime has codes; gold has none', () => {
    const sin = { retenedor: { cantidad_ref: 12 } }
    expect(warnings(compraDe(sin))).toEqual(['PRODUCT_CODE_MISSING detalle[0].retenedor.producto'])
    const margen = factura({
      detalle: [{ nombre: 'Harina', precio: 9, impuesto_adicional: 14, retenedor: { margen_comercial: 5 } }],
      impuestos: [{ codigo: 14, monto: 1 }],
    })
    expect(warnings(margen)).toEqual([])
  })
})

describe('the block', () => {
  test('of slaughter demands base and heads, and sums the base in MntBase', () => {
    const carne = { nombre: 'Vara', cantidad: 10, unidad: 'KG', precio: 15_000, impuesto_adicional: 17 }
    const de = (retenedor: object) => factura({ detalle: [{ ...carne, retenedor }] })
    expect(rules(de({ producto: '1701' })).sort()).toEqual([
      'detalle[0].retenedor.base_faena requerido',
      'detalle[0].retenedor.cantidad_ref requerido',
    ])
    expect(xmlDe(de({ producto: '1701', cantidad_ref: 2, base_faena: 420_000 }))).toContain(
      '<MntNeto>150000</MntNeto><MntBase>420000</MntBase>',
    )
  })

  test('has no place in a 34, a 43, an export or a boleta, nor a consumer price in a 46 (domain/dte §2.1)', () => {
    const linea = { nombre: 'x', precio: 5, retenedor: { margen_comercial: 5 } }
    const barred = ['detalle[0].retenedor desconocido']
    expect(rules(factura({ tipo_dte: 34, detalle: [linea] }))).toEqual(barred)
    expect(rules(exportacion({}, { detalle: [linea] }))).toEqual(barred)
    expect(rules({ tipo_dte: 39, detalle: [linea] })).toEqual(barred)
    expect(rules(liquidacion({ detalle: [{ ...linea, tipo_doc_liq: '33' }] }))).toEqual(barred)
    expect(rules(compraDe({ retenedor: { ...NOVILLOS.retenedor, precio_consumidor: 9 } }))).toEqual([
      'detalle[0].retenedor.precio_consumidor desconocido',
    ])
    expect(rules(guia({}, { detalle: [{ ...linea, retenedor: { precio_consumidor: 9 } }] }))).toEqual([])
  })
})

describe('commissions of a purchase', () => {
  test('are not below zero, unlike those of a liquidación', () => {
    const [menos] = [{ ...FERIA, valor_neto: -1 }]
    expect(rules(compraDe({}, { comisiones: [menos] }))).toEqual(['compra.comisiones[0].valor_neto minimo'])
    expect(rules(liquidacion({ liquidacion: { comisiones: [menos] } }))).toEqual([])
  })

  test('round their IVA once, the last line taking the difference and none below zero (domain/dte §6.12)', () => {
    const de = (...netos: number[]) =>
      documentoDe(compraDe({}, { comisiones: netos.map((valor_neto) => ({ glosa: 'Feria', valor_neto })) }))
        .dte
    expect(de(45_160, 45_160, 45_161).comisiones!.map(({ iva }) => iva)).toEqual(['8580', '8580', '8581'])
    const chicas = de(3, 3, 3, 3, 3)
    // 19 % of 15 is 2.85: five lines of 0.57 would round to 5.
    expect(chicas.comisiones!.map(({ iva }) => iva)).toEqual(['1', '1', '1', '0', '0'])
    expect(chicas.totales.comisiones).toEqual({ valorNeto: '15', valorExento: '0', iva: '3' })
  })

  test('beyond the purchase itself are refused', () => {
    const comisiones = [{ glosa: 'Feria', valor_neto: 20_000_000 }]
    expect(rules(compraDe({}, { comisiones }))).toEqual(['compra.comisiones negativo'])
  })

  test('stand in a note over a purchase, and in no other', () => {
    const sobre = (tipo_documento: number, tipo_dte: 56 | 61) =>
      nota(3, 1, {
        tipo_dte,
        compra: { comisiones: [{ glosa: 'Feria', valor_neto: 100 }] },
        referencias: [{ tipo_documento, folio: 7, fecha: '2026-11-02', codigo: 3 }],
      })
    for (const tipo of [56, 61] as const) {
      expect(documentoDe(sobre(46, tipo)).dte.totales).toMatchObject({
        montoNeto: '112501',
        montoIva: '21375',
        comisiones: { valorNeto: '100', valorExento: '0', iva: '19' },
        montoTotal: '133757',
      })
      expect(rules(sobre(33, tipo))).toEqual(['compra nota'])
    }
    expect(rules(factura({ compra: { comisiones: [FERIA] } }))).toEqual(['compra desconocido'])
    expect(rules({ ...sobre(46, 61), compra: { tipo_transaccion: 1 } })).toEqual([
      'compra.tipo_transaccion desconocido',
    ])
  })
})
