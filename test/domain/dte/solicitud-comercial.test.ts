// The fields about the sale itself: its kind, who stands behind it, how it is paid and what only informs (http §1;
// domain/dte §2.4, §8.2 h and i).

import { describe, expect, test } from 'bun:test'
import { montosEnPesos } from '../../../src/domain/dte/pesos'
import { TIPOS, type TipoDte } from '../../../src/domain/dte/tipos'
import { boleta, factura } from '../../support/emisor'
import { documentoDe, rules, warnings, xmlDe } from '../../support/leer'
import { compra, exportacion, guia, liquidacion, porTipo } from '../../support/solicitudes'

const RUT = '12345678-5'

describe('obligation codes (domain/dte §2.1)', () => {
  const CON: Record<string, { valor: unknown; tipos: readonly TipoDte[]; otro?: unknown }> = {
    tipo_transaccion_venta: { valor: 2, tipos: [33, 34, 43, 46, 52, 61] },
    tipo_transaccion_compra: { valor: 1, tipos: [33, 34, 43, 46, 52] },
    medio_pago: { valor: 'CH', tipos: [33, 34, 43, 46, 56, 61, 110, 111, 112] },
    cuenta_pago: { valor: { tipo: 'VISTA' }, tipos: [33, 34, 43, 46, 56, 61, 110, 111, 112] },
    termino_pago: {
      valor: { codigo: 'T60', glosa: 'A 60 días' },
      tipos: [33, 34, 43, 46, 52, 56, 61, 110, 111, 112],
    },
    vendedor: { valor: 'Marta', tipos: TIPOS.map(({ codigo }) => codigo) },
    caja: { valor: '3', tipos: [39, 41] },
    rut_mandante: { valor: RUT, tipos: [33, 34, 52, 56, 61] },
    rut_solicita: { valor: RUT, tipos: [33, 34, 46, 56, 61] },
    iva_terceros: { valor: 1, tipos: [33, 43, 46, 52, 56, 61] },
    otra_moneda: { valor: { moneda: 'USD', tipo_cambio: 945.32 }, tipos: [33, 34, 46, 52, 56, 61] },
    subtotales: { valor: [{ glosa: 'Obra', valor: 10 }], tipos: TIPOS.map(({ codigo }) => codigo) },
  }

  for (const [campo, { valor, tipos }] of Object.entries(CON)) {
    test(`${campo} goes on ${tipos.join(', ')} and is refused elsewhere`, () => {
      for (const body of porTipo()) {
        const tipo = body.tipo_dte as TipoDte
        // Boletas say how they are paid by numbers.
        if (campo === 'medio_pago' && (tipo === 39 || tipo === 41)) continue
        const allowed = tipos.includes(tipo) ? [] : [`${campo} desconocido`]
        expect({
          tipo,
          rules: rules({ ...body, [campo]: valor }),
        }).toEqual({ tipo, rules: allowed })
      }
    })
  }

  test('the kind of sale 4 of the schema is never written (domain/dte §2.3)', () => {
    expect(rules(factura({ tipo_transaccion_venta: 4 }))).toEqual(['tipo_transaccion_venta valor'])
  })
})

describe('the kind of sale', () => {
  test('is 1 unless told, in every type that says it', () => {
    for (const body of porTipo()) {
      const { idDoc } = documentoDe(body).dte
      const says = [33, 34, 43, 46, 52, 61].includes(idDoc.tipoDte)
      expect({ tipo: idDoc.tipoDte, venta: idDoc.tipoTransaccionVenta }).toEqual({
        tipo: idDoc.tipoDte,
        venta: says ? 1 : undefined,
      })
    }
  })

  test('and of purchase is one field under two names, which must agree', () => {
    expect(xmlDe(compra({ tipo_transaccion: 4 }, { tipo_transaccion_compra: 4 }))).toContain(
      '<TpoTranCompra>4</TpoTranCompra>',
    )
    expect(xmlDe(compra({ tipo_transaccion: null }, { tipo_transaccion_compra: 6 }))).toContain(
      '<TpoTranCompra>6</TpoTranCompra>',
    )
    expect(rules(compra({ tipo_transaccion: 4 }, { tipo_transaccion_compra: 5 }))).toEqual([
      'tipo_transaccion_compra alias',
    ])
  })
})

describe('a factura with the rarer fields (domain/dte §8.2 h)', () => {
  const h = factura({
    forma_pago: 2,
    fecha_vencimiento: '2027-01-22',
    tipo_transaccion_venta: 1,
    tipo_transaccion_compra: 1,
    medio_pago: 'PE',
    termino_pago: { codigo: 'T60', glosa: '50 % a 30 días, 50 % a 60 días', dias: 60 },
    vendedor: 'Marta Peña',
    rut_solicita: '15432198-5',
    iva_terceros: 76000,
    otra_moneda: { moneda: 'USD', tipo_cambio: 945.32 },
    subtotales: [{ glosa: 'Madera propia', lineas: [1], neto: 600000, iva: 114000, valor: 714000 }],
    detalle: [{ nombre: 'Pino', precio: 1_000_000 }],
  })

  test('writes each where the schema wants it', () => {
    const xml = xmlDe(h)
    for (const fragment of [
      '<TpoTranCompra>1</TpoTranCompra><TpoTranVenta>1</TpoTranVenta><FmaPago>2</FmaPago><MedioPago>PE</MedioPago><TermPagoCdg>T60</TermPagoCdg><TermPagoGlosa>50 % a 30 días, 50 % a 60 días</TermPagoGlosa><TermPagoDias>60</TermPagoDias><FchVenc>2027-01-22</FchVenc></IdDoc>',
      '<CdgVendedor>Marta Peña</CdgVendedor></Emisor><Receptor>',
      '</Receptor><RUTSolicita>15432198-5</RUTSolicita>',
      '<Totales><MntNeto>1000000</MntNeto><TasaIVA>19</TasaIVA><IVA>190000</IVA><IVAProp>114000</IVAProp><IVATerc>76000</IVATerc><MntTotal>1190000</MntTotal></Totales>',
      '<OtraMoneda><TpoMoneda>DOLAR USA</TpoMoneda><TpoCambio>945.32</TpoCambio><MntNetoOtrMnda>1057.8428</MntNetoOtrMnda><IVAOtrMnda>200.9901</IVAOtrMnda><MntTotOtrMnda>1258.833</MntTotOtrMnda></OtraMoneda>',
      '<SubTotInfo><NroSTI>1</NroSTI><GlosaSTI>Madera propia</GlosaSTI><OrdenSTI>1</OrdenSTI><SubTotNetoSTI>600000</SubTotNetoSTI><SubTotIVASTI>114000</SubTotIVASTI><ValSubtotSTI>714000</ValSubtotSTI><LineasDeta>1</LineasDeta></SubTotInfo>',
    ])
      expect(xml).toContain(fragment)
  })

  test('counts in pesos everywhere but in the equivalent itself', () => {
    expect(montosEnPesos(documentoDe(h).dte)).toEqual({
      neto: 1_000_000,
      exento: 0,
      iva: 190_000,
      total: 1_190_000,
    })
  })
})

test('a sale for a principal, of real estate, says both (domain/dte §8.2 i)', () => {
  const xml = xmlDe(factura({ tipo_dte: 34, tipo_transaccion_venta: 3, rut_mandante: RUT }))
  expect(xml).toContain('<TpoTranVenta>3</TpoTranVenta><FmaPago>1</FmaPago></IdDoc>')
  expect(xml).toContain(`</Emisor><RUTMandante>${RUT}</RUTMandante><Receptor>`)
})

describe('the IVA of third parties (domain/dte §6.7)', () => {
  // The IVA of the factura is 21,375.
  test.each([
    [0, ['iva_terceros minimo']],
    [-5, ['iva_terceros minimo']],
    [21_375, ['iva_terceros maximo']],
    [21_374, []],
    [10.5, ['iva_terceros entero']],
  ])('of %p', (iva_terceros, expected) => {
    expect(rules(factura({ iva_terceros }))).toEqual(expected)
  })

  test('has no place beside a principal of the whole sale, nor in a document without IVA', () => {
    expect(rules(factura({ iva_terceros: 5, rut_mandante: RUT }))).toEqual(['iva_terceros excluyente'])
    const exenta = guia({}, { detalle: [{ nombre: 'Libro', precio: 100, exento: true }], iva_terceros: 5 })
    expect(rules(exenta)).toEqual(['iva_terceros maximo'])
  })

  test('of a liquidación stands as sent, below zero too', () => {
    expect(xmlDe(liquidacion({ iva_terceros: -190 }))).toContain(
      '<IVA>19000</IVA><IVAProp>19190</IVAProp><IVATerc>-190</IVATerc>',
    )
  })
})

describe('payment', () => {
  test('account and terms say something or are refused, and stand in the order of the schema', () => {
    expect(rules(factura({ cuenta_pago: {}, termino_pago: {} }))).toEqual([
      'cuenta_pago vacio',
      'termino_pago vacio',
    ])
    expect(
      xmlDe(
        factura({
          medio_pago: 'PE',
          cuenta_pago: { banco: 'Banco Estado', numero: '19-2', tipo: 'CORRIENTE' },
        }),
      ),
    ).toContain(
      '<MedioPago>PE</MedioPago><TpoCtaPago>CORRIENTE</TpoCtaPago><NumCtaPago>19-2</NumCtaPago><BcoPago>Banco Estado</BcoPago>',
    )
  })

  test('terms of an export explain their code (domain/dte §2.2)', () => {
    const con = (termino_pago: object) => rules(exportacion({}, { termino_pago }))
    expect(con({ codigo: 'CAD' })).toEqual(['termino_pago.glosa requerido'])
    expect(con({ codigo: 'CAD', glosa: 'Cash against documents' })).toEqual([])
    expect(con({ dias: 30 })).toEqual([])
  })

  test.each([
    ['medio_pago', { medio_pago: 'XX' }, ['medio_pago valor']],
    ['a number, as a boleta', { medio_pago: 1 }, ['medio_pago tipo']],
    ['days', { termino_pago: { dias: 1000 } }, ['termino_pago.dias maximo']],
    ['a long code', { termino_pago: { codigo: 'T6000' } }, ['termino_pago.codigo largo_max']],
    ['the account', { cuenta_pago: { tipo: 'CTA' } }, ['cuenta_pago.tipo valor']],
  ])('%s out of its limits is refused', (_, over, expected) => {
    expect(rules(factura(over))).toEqual(expected)
  })
})

describe('seller and till', () => {
  test('of a boleta stand in a reference of their own (domain/dte §1.2)', () => {
    expect(xmlDe(boleta({ vendedor: '17', caja: '3' }))).toContain(
      '<Referencia><NroLinRef>1</NroLinRef><CodVndor>17</CodVndor><CodCaja>3</CodCaja></Referencia>',
    )
    expect(xmlDe(boleta({ caja: '3', referencias: [{ codigo: 'MESA-4' }] }))).toContain(
      '<CodRef>MESA-4</CodRef></Referencia><Referencia><NroLinRef>2</NroLinRef><CodCaja>3</CodCaja></Referencia>',
    )
  })

  test('have 8 characters there and a place among 40 references', () => {
    expect(rules(boleta({ vendedor: '123456789' }))).toEqual(['vendedor largo_max'])
    const referencias = Array.from({ length: 40 }, () => ({ codigo: 'X' }))
    expect(rules(boleta({ referencias, caja: '1' }))).toEqual(['referencias cantidad_max'])
    expect(rules(boleta({ referencias }))).toEqual([])
  })
})

describe('subtotals', () => {
  test('change no total', () => {
    const subtotales = [{ glosa: 'Obra', neto: 1, iva: 2, adicional: 3, exento: 4, valor: 5, orden: 7 }]
    for (const body of porTipo()) {
      const [con] = [{ ...body, subtotales: [{ glosa: 'Obra', exento: 4, valor: 5 }] }]
      expect(documentoDe(con).dte.totales).toEqual(documentoDe(body).dte.totales)
    }
    expect(xmlDe(factura({ subtotales }))).toContain('<OrdenSTI>7</OrdenSTI><SubTotNetoSTI>1</SubTotNetoSTI>')
  })

  test.each([
    ['no amount', { glosa: 'Obra' }, ['subtotales[0] requerido']],
    ['no words', { valor: 5 }, ['subtotales[0].glosa requerido']],
    ['an amount of nothing', { glosa: 'Obra', valor: 0 }, ['subtotales[0].valor minimo']],
    ['a line that is not there', { glosa: 'Obra', valor: 5, lineas: [3] }, ['subtotales[0].lineas maximo']],
    ['too many words', { glosa: 'x'.repeat(41), valor: 5 }, ['subtotales[0].glosa largo_max']],
  ])('with %s are refused', (_, subtotal, expected) => {
    expect(rules(factura({ subtotales: [subtotal] }))).toEqual(expected)
  })

  test('of an export say exempt and value alone; a boleta has 80 characters for their words', () => {
    const subtotales = [{ glosa: 'Vinos', neto: 5 }]
    expect(rules(exportacion({}, { subtotales }))).toEqual(['subtotales[0].neto desconocido'])
    expect(rules(boleta({ subtotales: [{ glosa: 'x'.repeat(80), valor: 5 }] }))).toEqual([])
  })
})

describe('the equivalent in another currency (domain/dte §2.4)', () => {
  const DOLAR = { moneda: 'USD', tipo_cambio: 945.32 }

  test('tells every total that the document has, taxes and withholdings too, and nothing that rounds to nothing', () => {
    const con46 = compra(
      { retencion: { codigo: 33 } },
      { detalle: [{ nombre: 'Trozos', precio: 1_000_000 }], otra_moneda: DOLAR },
    )
    expect(xmlDe(con46)).toContain(
      '<IVAOtrMnda>200.9901</IVAOtrMnda><ImpRetOtrMnda><TipoImpOtrMnda>33</TipoImpOtrMnda><TasaImpOtrMnda>8</TasaImpOtrMnda><VlrImpOtrMnda>84.6274</VlrImpOtrMnda></ImpRetOtrMnda><IVANoRetOtrMnda>116.3627</IVANoRetOtrMnda>',
    )
    const exenta = factura({ tipo_dte: 34, otra_moneda: { moneda: 'EURO', tipo_cambio: '1000.5' } })
    expect(documentoDe(exenta).dte.otraMoneda).toEqual({
      moneda: 'EURO',
      tipoCambio: '1000.5',
      montoExento: '112.4448',
      montoTotal: '112.4448',
    })
  })

  test('of nothing is not written, and said', () => {
    const sin = guia({ ind_traslado: 6 }, { detalle: [{ nombre: 'Silla' }], otra_moneda: DOLAR })
    expect(documentoDe(sin).dte.otraMoneda).toBeUndefined()
    expect(warnings(sin)).toContain('NO_EFFECT otra_moneda')
  })

  test.each([
    [{ ...DOLAR, moneda: 'CLP' }, ['otra_moneda.moneda moneda']],
    [{ ...DOLAR, moneda: 'ZZZ' }, ['otra_moneda.moneda moneda']],
    [{ ...DOLAR, tipo_cambio: 0 }, ['otra_moneda.tipo_cambio minimo']],
    [{ ...DOLAR, tipo_cambio: 945.32111 }, ['otra_moneda.tipo_cambio decimales']],
    [{ moneda: 'USD' }, ['otra_moneda.tipo_cambio requerido']],
  ])('of %p is refused', (otra_moneda, expected) => {
    expect(rules(factura({ otra_moneda }))).toEqual(expected)
  })

  test('that has no room in the schema is refused', () => {
    const body = factura({
      otra_moneda: { moneda: 'USD', tipo_cambio: 0.0001 },
      detalle: [{ nombre: 'Puente', precio: 200_000_000_000 }],
    })
    expect(rules(body)).toEqual(['otra_moneda.tipo_cambio maximo'])
  })
})
