// Exports (http §2; domain/dte §2.2, §6.11): what a 110, 111 or 112 may not say, what is generated and what is only
// warned of.

import { describe, expect, test } from 'bun:test'
import { RECEPTOR } from '../../support/emisor'
import { documentoDe, HOY, rules, warnings } from '../../support/leer'
import { ADUANA, DOLAR, exportacion, guia, IMPORTADOR, notaExportacion } from '../../support/solicitudes'

const aduana = (over: object) => exportacion({ aduana: { ...ADUANA, ...over } })
const line = (over: object, bloque: object = {}) =>
  exportacion(bloque, { detalle: [{ nombre: 'Item', cantidad: 1, precio: 100.5, ...over }] })
const at = 'exportacion.aduana'

const CASES: [string, unknown, string[]][] = [
  ['no block', exportacion({}, { exportacion: null }), ['exportacion requerido']],
  [
    'an empty block',
    exportacion({}, { exportacion: {} }),
    [
      'exportacion.moneda requerido',
      'exportacion.tipo_cambio requerido',
      'exportacion.tot_bultos requerido',
      'exportacion.cod_pais_recep requerido',
    ],
  ],
  ['a currency the SII has no word for', exportacion({ moneda: 'PLN' }), ['exportacion.moneda moneda']],
  ['a currency of another type', exportacion({ moneda: 13 }), ['exportacion.moneda tipo']],
  ['a rate of zero', exportacion({ tipo_cambio: 0 }), ['exportacion.tipo_cambio minimo']],
  ['a negative rate', exportacion({ tipo_cambio: -1 }), ['exportacion.tipo_cambio minimo']],
  ['a rate of five decimals', exportacion({ tipo_cambio: 900.12345 }), ['exportacion.tipo_cambio decimales']],
  ['a rate of seven figures', exportacion({ tipo_cambio: 1_000_000 }), ['exportacion.tipo_cambio maximo']],
  ['pesos at another rate than 1', exportacion({ moneda: 'CLP' }), ['exportacion.tipo_cambio moneda']],
  ['no packages', exportacion({ tot_bultos: 0 }), ['exportacion.tot_bultos minimo']],
  [
    'a country customs does not know',
    exportacion({ cod_pais_recep: 2 }),
    ['exportacion.cod_pais_recep codigo'],
  ],
  ['a country as text', exportacion({ cod_pais_recep: '225' }), ['exportacion.cod_pais_recep tipo']],
  ['an unknown way of payment', exportacion({ forma_pago_exp: 3 }), ['exportacion.forma_pago_exp codigo']],
  ['a service code of facturas', exportacion({ ind_servicio: 1 }), ['exportacion.ind_servicio valor']],
  [
    'two service codes that differ',
    exportacion({ ind_servicio: 4 }, { ind_servicio: 3 }),
    ['exportacion.ind_servicio alias'],
  ],
  ['a misspelt customs field', aduana({ cod_puerto: 1 }), [`${at}.cod_puerto desconocido`]],
  ['an unknown port', aduana({ cod_pto_embarque: 1 }), [`${at}.cod_pto_embarque codigo`]],
  ['an unknown port of arrival', aduana({ cod_pto_desemb: 9999 }), [`${at}.cod_pto_desemb codigo`]],
  ['an unknown clause of sale', aduana({ cod_clau_venta: 7 }), [`${at}.cod_clau_venta codigo`]],
  ['an unknown mode of sale', aduana({ cod_mod_venta: 5 }), [`${at}.cod_mod_venta codigo`]],
  ['an unknown route', aduana({ cod_via_transp: 2 }), [`${at}.cod_via_transp codigo`]],
  ['an unknown unit', aduana({ cod_unid_med_tara: 21 }), [`${at}.cod_unid_med_tara codigo`]],
  [
    'an unknown kind of package',
    aduana({ tipo_bultos: [{ cod_tpo_bultos: 999 }] }),
    [`${at}.tipo_bultos[0].cod_tpo_bultos codigo`],
  ],
  [
    'eleven kinds of package',
    aduana({ tipo_bultos: Array(11).fill({}) }),
    [`${at}.tipo_bultos cantidad_max`],
  ],
  ['freight of three decimals', aduana({ monto_flete: 1.005 }), [`${at}.monto_flete decimales`]],
  ['freight of zero', aduana({ monto_flete: 0 }), [`${at}.monto_flete minimo`]],
  [
    'freight beyond the twentieth global line',
    exportacion(
      { aduana: { ...ADUANA, monto_flete: 5 } },
      { DscRcgGlobal: Array(20).fill({ tipo: 'R', tipo_valor: '%', valor: 1 }) },
    ),
    ['DscRcgGlobal cantidad_max'],
  ],
  ['an amount of five decimals', line({ precio: null, monto: 1.00005 }), ['detalle[0].monto decimales']],
  [
    'cents in Chilean pesos',
    line({ precio: null, monto: 10.5 }, { moneda: 'PESO CL', tipo_cambio: 1 }),
    ['detalle[0].monto entero'],
  ],
  ['an amount that disagrees', line({ monto: 100.4 }), ['detalle[0].monto monto']],
  ['a non-billable line', line({ exento: 2 }), ['detalle[0].exento valor']],
  ['an additional tax', line({ impuesto_adicional: 27 }), ['detalle[0].impuesto_adicional desconocido']],
  ['prices with IVA', exportacion({}, { precio_incluye_iva: true }), ['precio_incluye_iva tipo']],
  ['an amount of 12 figures', line({ precio: '100000000000' }), ['detalle[0] maximo']],
  ['an equivalent of 15 figures', line({ precio: '99999999999' }, { tipo_cambio: 1100 }), ['detalle maximo']],
  [
    'no name, address and city',
    exportacion({}, { receptor: {} }),
    ['receptor.razon_social requerido', 'receptor.direccion requerido', 'receptor.ciudad requerido'],
  ],
  [
    'an unknown nationality',
    exportacion({}, { receptor: { ...IMPORTADOR, extranjero: { nacionalidad: 'USA' } } }),
    ['receptor.extranjero.nacionalidad codigo'],
  ],
  [
    'a passport',
    exportacion({}, { receptor: { ...IMPORTADOR, extranjero: { num_id: 'A1' } } }),
    ['receptor.extranjero.num_id desconocido'],
  ],
  [
    'the RUT of an anonymous boleta',
    exportacion({}, { receptor: { ...IMPORTADOR, rut: '66666666-6' } }),
    ['receptor.rut rut_generico'],
  ],
  ['a previous balance', exportacion({}, { saldo_anterior: 5 }), ['saldo_anterior desconocido']],
  ['a note without block', notaExportacion(112, {}, { exportacion: null }), ['exportacion requerido']],
  ['a note without reference', notaExportacion(112, {}, { referencias: [] }), ['referencias requerido']],
  ['a note without codigo', notaExportacion(111, { codigo: null }), ['referencias[0].codigo requerido']],
  [
    'a note on a factura',
    notaExportacion(112, { tipo_documento: 33 }),
    ['referencias[0].tipo_documento nota'],
  ],
  [
    'a debit note that annuls an invoice',
    notaExportacion(111, { codigo: 1 }),
    ['referencias[0].codigo anulacion'],
  ],
  [
    'a credit note that annuls a credit note',
    notaExportacion(112, { tipo_documento: 112, codigo: 1 }),
    ['referencias[0].codigo anulacion'],
  ],
  [
    'a credit note of facturas on an export',
    {
      tipo_dte: 61,
      receptor: RECEPTOR,
      detalle: [{ nombre: 'x', precio: 5 }],
      referencias: [{ tipo_documento: 110, folio: 1, fecha: '2026-11-20', codigo: 3 }],
    },
    ['referencias[0].tipo_documento nota'],
  ],
]

describe('an export is refused', () => {
  test.each(CASES)('with %s', (_, body, expected) => {
    expect(rules(body)).toEqual(expected)
  })
})

describe('an export', () => {
  test('is good with the four fields of http §2, and its total in pesos is rounded half up', () => {
    const { dte } = documentoDe(exportacion({}, { detalle: [{ nombre: 'Blanket', precio: 1250 }] }))
    expect(dte.receptor.rut).toBe('55555555-5')
    expect(dte.totales).toEqual({ moneda: 'DOLAR USA', montoExento: '1250', montoTotal: '1250' })
    expect(dte.otraMoneda).toEqual({
      moneda: 'PESO CL',
      tipoCambio: '945.32',
      montoExento: '1181650',
      montoTotal: '1181650',
    })
    expect(dte.transporte).toEqual({ aduana: { totBultos: 12, codPaisRecep: 225 } })
    expect(dte.idDoc.formaPago).toBeUndefined()
    expect(dte.detalle[0]!.exento).toBe(1)
  })

  test('in pesos takes no decimals of freight or insurance, which its totals carry', () => {
    const aduana = { monto_flete: 10.5, monto_seguro: 3.25 }
    expect(rules(exportacion({ moneda: 'PESO CL', tipo_cambio: 1, aduana }))).toEqual([
      'exportacion.aduana.monto_flete entero',
      'exportacion.aduana.monto_seguro entero',
    ])
  })

  test.each([
    ['usd', 'DOLAR USA'],
    ['DOLAR USA', 'DOLAR USA'],
    ['EUR', 'EURO'],
    ['MXN', 'PESO MEX'],
  ])('in %s is written in %s', (moneda, palabra) => {
    expect(documentoDe(exportacion({ moneda })).dte.totales.moneda).toBe(palabra)
  })

  test('says when the word for its currency is not confirmed (domain/dte §10.14)', () => {
    expect(warnings(exportacion({ moneda: 'BRL' }))).toContain('CURRENCY_NOT_CONFIRMED exportacion.moneda')
    expect(warnings(exportacion({ moneda: 'USD' }))).not.toContain(
      'CURRENCY_NOT_CONFIRMED exportacion.moneda',
    )
  })

  test('takes names of ours and tags of the SII alike', () => {
    const byTag = exportacion(
      {},
      {
        exportacion: {
          TpoMoneda: 'DOLAR USA',
          TpoCambio: '945.32',
          TotBultos: 12,
          CodPaisRecep: 225,
          Aduana: { CodPtoEmbarque: 906, MntFlete: 200 },
        },
      },
    )
    const byName = exportacion({ aduana: { cod_pto_embarque: 906, monto_flete: 200 } })
    expect(documentoDe(byTag).dte).toEqual(documentoDe(byName).dte)
  })

  test('charges freight and insurance as exempt surcharges, once', () => {
    const both = { aduana: { ...ADUANA, monto_flete: 200, monto_seguro: 35 } }
    const generated = documentoDe(exportacion(both)).dte
    expect(generated.totales.montoTotal).toBe('1250')
    expect(generated.dscRcgGlobal).toEqual([
      { linea: 1, tipo: 'R', glosa: 'Flete', tipoValor: '$', valor: '200', afectaExento: 1 },
      { linea: 2, tipo: 'R', glosa: 'Seguro', tipoValor: '$', valor: '35', afectaExento: 1 },
    ])
    const DscRcgGlobal = [{ TpoMov: 'R', TpoValor: '$', ValorDR: 200, GlosaDR: 'Freight' }]
    const given = documentoDe(exportacion(both, { DscRcgGlobal })).dte
    expect(given.totales.montoTotal).toBe('1250')
    expect(given.dscRcgGlobal.map(({ glosa, afectaExento }) => [glosa, afectaExento])).toEqual([
      ['Freight', 1],
      ['Seguro', 1],
    ])
  })

  test('charges freight and insurance of the same amount each', () => {
    const aduana = { ...ADUANA, monto_flete: 50, monto_seguro: 50 }
    const DscRcgGlobal = [{ TpoMov: 'R', TpoValor: '$', ValorDR: 50 }]
    expect(documentoDe(exportacion({ aduana }, { DscRcgGlobal })).dte.totales.montoTotal).toBe('1115')
  })

  test('that is never paid totals 0, by its own code or by forma_pago 3', () => {
    for (const body of [exportacion({ forma_pago_exp: 21 }), exportacion({}, { forma_pago: 3 })]) {
      const { dte } = documentoDe(body)
      expect(dte.idDoc.formaPagoExp).toBe(21)
      expect(dte.totales).toMatchObject({ montoExento: '1015', montoTotal: '0' })
      expect(dte.otraMoneda).toMatchObject({ montoExento: '959500', montoTotal: '0' })
    }
  })

  test('in Chilean pesos rounds each line to the peso', () => {
    const detalle = [
      { nombre: 'a', cantidad: 0.5, precio: 3 },
      { nombre: 'b', cantidad: 0.5, precio: 3 },
    ]
    const { dte } = documentoDe(exportacion({ moneda: 'CLP', tipo_cambio: 1 }, { detalle }))
    expect(dte.totales).toEqual({ moneda: 'PESO CL', montoExento: '4', montoTotal: '4' })
  })

  test('of services has no packages; of goods it is told what customs expects besides', () => {
    const service = { ...DOLAR, cod_pais_recep: 225, ind_servicio: 4 }
    expect(warnings(exportacion({}, { exportacion: service }))).toEqual([])
    expect(warnings(exportacion({ aduana: ADUANA }))).toEqual([])
    expect(warnings(exportacion())).toEqual([`CUSTOMS_INCOMPLETE ${at}`])
    expect(warnings(exportacion({ aduana: ADUANA, forma_pago_exp: 32 }))).toEqual([
      'CUSTOMS_INCOMPLETE exportacion.fecha_cancelacion',
    ])
  })

  test('is asked for customs data by a warning, never refused for want of it (http §2)', () => {
    const said = (aduana: object) =>
      documentoDe(exportacion({ aduana })).advertencias.map(({ mensaje }) => mensaje.split(': ')[1])
    expect(said({ ...ADUANA, cod_unid_peso_neto: null })).toEqual(['cod_unid_peso_neto'])
    expect(said({ ...ADUANA, tipo_bultos: [] })).toEqual(['tipo_bultos'])
    const container = { cod_tpo_bultos: 73, cant_bultos: 1, marcas: 'S/M', id_container: 'MSKU1234567' }
    expect(said({ ...ADUANA, tipo_bultos: [container] })).toEqual([
      'tipo_bultos[0].sello, tipo_bultos[0].emisor_sello',
    ])
    expect(said({ ...ADUANA, tipo_bultos: [{ cod_tpo_bultos: 75, cant_bultos: 1, marcas: 'S/M' }] })).toEqual(
      ['tipo_bultos[0].id_container, tipo_bultos[0].sello, tipo_bultos[0].emisor_sello'],
    )
    const guide = { ind_traslado: 8, guia_exportacion: { codigo: 1 } }
    const bare = guia(guide, { exportacion: { tot_bultos: 3 } })
    expect(warnings(bare)).toEqual([`CUSTOMS_INCOMPLETE ${at}`])
    // A code that is given is still customs' own.
    expect(rules(guia(guide, { exportacion: { tot_bultos: 3, aduana: { cod_pto_embarque: 1 } } }))).toEqual([
      `${at}.cod_pto_embarque codigo`,
    ])
  })

  test('may say its vehicle, carrier and driver, and has no elements for the trip (domain/dte §4.1)', () => {
    const traslado = {
      patente: 'KRTZ41',
      rut_transportista: '77123456-9',
      chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
    }
    const { dte } = documentoDe(exportacion({ aduana: ADUANA }, { traslado }))
    expect(dte.transporte).toMatchObject({ patente: 'KRTZ41', rutTransportista: '77123456-9' })
    expect(dte.transporte).not.toHaveProperty('fechaSalida')
    expect(rules(exportacion({}, { traslado: { ...traslado, fecha_salida: HOY } }))).toEqual([
      'traslado.fecha_salida desconocido',
    ])
  })

  test('names the city of its issuer, as a 110 must, even when the company has none', () => {
    expect(documentoDe(exportacion()).dte.emisor.ciudad).toBe('Talca')
  })

  test('says that forma_pago has no place in it', () => {
    expect(warnings(exportacion({ aduana: ADUANA }, { forma_pago: 2 }))).toEqual(['NO_EFFECT forma_pago'])
    expect(warnings(exportacion({ aduana: ADUANA, forma_pago_exp: 1 }, { forma_pago: 1 }))).toEqual([])
  })

  test('note annuls what it may: a 112 an invoice, a 111 a credit note', () => {
    expect(rules(notaExportacion(112, { codigo: 1 }))).toEqual([])
    expect(rules(notaExportacion(111, { tipo_documento: 112, codigo: 1 }))).toEqual([])
  })
})
