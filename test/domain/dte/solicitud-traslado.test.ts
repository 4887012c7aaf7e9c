// Guides (http §3; domain/dte §2.2, §6.10): what a 52 may not say, and how it totals. Transport: transporte.test.ts.

import { describe, expect, test } from 'bun:test'
import { RECEPTOR } from '../../support/emisor'
import { documentoDe, HOY, rules, warnings } from '../../support/leer'
import { ADUANA, guia, TRANSPORTE } from '../../support/solicitudes'

const PERMISO = { guia_exportacion: { codigo: 1 } }
const CARGA = {
  tot_bultos: 12,
  aduana: {
    cod_pto_embarque: 906,
    cod_pto_desemb: 131,
    peso_bruto: 900,
    cod_unid_peso_bruto: 6,
    tipo_bultos: ADUANA.tipo_bultos,
  },
}
const exporta = (bloque: object = {}, exportacion: unknown = CARGA) =>
  guia({ ind_traslado: 9, ...PERMISO, ...bloque }, { exportacion })
const line = (over: object, bloque: object = {}, rest: object = {}) =>
  guia(bloque, {
    detalle: [
      { nombre: 'Motor', precio: 1000 },
      { nombre: 'Caja', cantidad: 1, ...over },
    ],
    ...rest,
  })

const CASES: [string, unknown, string[]][] = [
  ['no block', guia({}, { traslado: null }), ['traslado requerido']],
  ['no kind of transfer', guia({ ind_traslado: null }), ['traslado.ind_traslado requerido']],
  ['a tenth kind of transfer', guia({ ind_traslado: 10 }), ['traslado.ind_traslado maximo']],
  ['the kind as text', guia({ ind_traslado: '1' }), ['traslado.ind_traslado tipo']],
  ['a fourth kind of dispatch', guia({ tipo_despacho: 4 }), ['traslado.tipo_despacho maximo']],
  ['a plate of nine letters', guia({ patente: 'KRTZ41234' }), ['traslado.patente largo_max']],
  [
    'a wrong RUT of the carrier',
    guia({ rut_transportista: '77123456-0' }),
    ['traslado.rut_transportista rut'],
  ],
  ['a departure at 25 o’clock', guia({ hora_salida: '25:00:00' }), ['traslado.hora_salida hora']],
  [
    'an arrival before departure',
    guia({ fecha_salida: '2026-11-21', hora_salida: '08:00', fecha_llegada: '2026-11-20' }),
    ['traslado.fecha_llegada orden'],
  ],
  ['a misspelt field', guia({ patentes: 'KRTZ41' }), ['traslado.patentes desconocido']],
  [
    'a kind of dispatch of an internal transfer',
    guia({ ind_traslado: 5 }),
    ['traslado.tipo_despacho traslado'],
  ],
  ['a due date', guia({}, { fecha_vencimiento: '2026-12-20' }), ['fecha_vencimiento desconocido']],
  ['prices with IVA', guia({}, { precio_incluye_iva: true }), ['precio_incluye_iva tipo']],
  ['a service code', guia({}, { ind_servicio: 3 }), ['ind_servicio desconocido']],
  ['a container deposit', line({ exento: 3, precio: 5 }), ['detalle[1].exento valor']],
  [
    'goods of an earlier guide in a sale',
    line({ exento: 5 }, {}, { referencias: [{ tipo_documento: 52, folio: 1, fecha: HOY }] }),
    ['detalle[1].exento traslado'],
  ],
  [
    'goods that are no sale where nothing is',
    line({ exento: 4 }, { ind_traslado: 6 }),
    ['detalle[1].exento traslado'],
  ],
  [
    'goods of an earlier guide not named',
    line({ exento: 5 }, { ind_traslado: 6 }),
    ['referencias requerido'],
  ],
  ['an amount on goods that are no sale', line({ exento: 4, precio: 5 }), ['detalle[1].precio sin_monto']],
  ['a withholding', line({ impuesto_adicional: 15, precio: 5 }), ['detalle[1].impuesto_adicional impuesto']],
  ['a permit and no export', guia(PERMISO), ['traslado.guia_exportacion traslado']],
  ['customs data and no export', guia({}, { exportacion: CARGA }), ['exportacion traslado']],
  ['an export without permit', exporta({ guia_exportacion: null }), ['traslado.guia_exportacion requerido']],
  [
    'a permit without code',
    exporta({ guia_exportacion: {} }),
    ['traslado.guia_exportacion.codigo requerido'],
  ],
  [
    'a fifth code of permit',
    exporta({ guia_exportacion: { codigo: 5 } }),
    ['traslado.guia_exportacion.codigo valor'],
  ],
  [
    'an authorisation without its number',
    exporta({ guia_exportacion: { codigo: 4 } }),
    [
      'traslado.guia_exportacion.folio_autorizacion requerido',
      'traslado.guia_exportacion.fecha_autorizacion requerido',
    ],
  ],
  [
    'the number of an authorisation that the code does not have',
    exporta({ guia_exportacion: { codigo: 1, folio_autorizacion: 5 } }),
    ['traslado.guia_exportacion.folio_autorizacion codigo'],
  ],
  [
    'an authorisation of six figures',
    exporta({ guia_exportacion: { codigo: 4, folio_autorizacion: 100_000, fecha_autorizacion: HOY } }),
    ['traslado.guia_exportacion.folio_autorizacion maximo'],
  ],
  ['an export that does not count its packages', exporta({}, null), ['exportacion.tot_bultos requerido']],
  ['a currency', exporta({}, { ...CARGA, moneda: 'USD' }), ['exportacion.moneda desconocido']],
  [
    'a foreigner who takes no export',
    guia({}, { receptor: { ...RECEPTOR, rut: '55555555-5' } }),
    ['receptor.rut rut_generico'],
  ],
]

describe('a guide is refused', () => {
  test.each(CASES)('with %s', (_, body, expected) => {
    expect(rules(body)).toEqual(expected)
  })
})

describe('a guide', () => {
  test('without prices totals 0 and has nothing else', () => {
    const detalle = [{ nombre: 'Silla', cantidad: 12 }, { nombre: 'Mesa' }]
    expect(documentoDe(guia({ ind_traslado: 6 }, { detalle })).dte.totales).toEqual({ montoTotal: '0' })
  })

  test('with prices computes as a factura even when it is no sale, with its additional taxes', () => {
    const detalle = [{ nombre: 'Vino', cantidad: 48, precio: 3990, impuesto_adicional: 25 }]
    expect(documentoDe(guia({ ind_traslado: 3 }, { detalle })).dte.totales).toEqual({
      montoNeto: '191520',
      tasaIva: '19',
      montoIva: '36389',
      impuestos: [{ codigo: '25', tasa: '20.5', monto: '39262' }],
      montoTotal: '267171',
    })
  })

  test('of sale without any price, or internal to somebody else, is told so', () => {
    expect(warnings(guia({}, { detalle: [{ nombre: 'Silla' }] }))).toEqual(['GUIDE_WITHOUT_AMOUNTS detalle'])
    expect(warnings(guia({ ind_traslado: 5, tipo_despacho: null }))).toEqual([
      'INTERNAL_TRANSFER_RECEIVER receptor.rut',
    ])
  })

  test('for export carries its permit and its load', () => {
    const { dte } = documentoDe(exporta())
    expect(dte.emisor.guiaExportacion).toEqual({ codigo: 1 })
    expect(dte.transporte!.aduana).toMatchObject({ totBultos: 12, codPtoEmbarque: 906 })
    expect(dte.otraMoneda).toBeUndefined()
  })

  test('says how it is paid only when told', () => {
    expect(documentoDe(guia()).dte.idDoc.formaPago).toBeUndefined()
    expect(documentoDe(guia({}, { forma_pago: 2 })).dte.idDoc.formaPago).toBe(2)
  })

  test('takes tags of the SII alike', () => {
    const { chofer, ...rest } = TRANSPORTE
    const traslado = {
      IndTraslado: 1,
      TipoDespacho: rest.tipo_despacho,
      Patente: rest.patente,
      RUTTrans: rest.rut_transportista,
      Chofer: { RUTChofer: chofer.rut, NombreChofer: chofer.nombre },
    }
    expect(documentoDe(guia({}, { traslado })).dte).toEqual(documentoDe(guia()).dte)
  })
})
