// The requests of a set's cases (domain/certificacion §2.2), held against the reader of the API, and what
// each must come to.

import { describe, expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import { computeLibroCompras } from '../../../src/domain/certificacion/libro-compras'
import { readSet } from '../../../src/domain/certificacion/read-set'
import type { AjustesSet, ClaseSet, SolicitudCaso } from '../../../src/domain/certificacion/set'
import { type Documento, readDocumento } from '../../../src/domain/dte/solicitud'
import {
  BASICO,
  BOLETA,
  bytesOf,
  COMPRA,
  EXENTA,
  EXPORTACION,
  GUIA,
  LIBROS,
  LIQUIDACION,
} from '../../support/textos-set'

// biome-ignore lint/suspicious/noExplicitAny: the body of a request, looked at field by field
type Cuerpo = any

const HOY = '2026-11-20'
const receptor = (rut: string) => ({
  rut,
  razon_social: `Cliente ${rut}`,
  giro: 'Obras de edificación',
  direccion: 'Av. Libertad 1450',
  comuna: 'Chillán',
  ciudad: 'Chillán',
})
const EMISOR = {
  ...{ rut: '76123456-0', razonSocial: 'Ferretería del Maule SpA', giro: 'Ferretería', acteco: [475201] },
  ...{ direccion: 'Calle 1', comuna: 'Talca', ciudad: 'Talca' },
}
const AJUSTES: AjustesSet = {
  receptores: [receptor('76543210-3'), receptor('77123456-9')],
  receptoresExtranjeros: [
    { razon_social: 'Blue Harbor LLC', giro: 'Import', direccion: 'Pier 9', ciudad: 'Seattle' },
  ],
  propio: receptor(EMISOR.rut),
  traslado: {
    patente: 'KRTZ41',
    rut_transportista: '77123456-9',
    chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
  },
  tipoCambio: '945.32',
}

function build(text: string, clase: ClaseSet, ajustes: AjustesSet = AJUSTES) {
  const seccion = readSet(bytesOf(text)).secciones.find((one) => one.clase === clase)!
  return buildSolicitudes(seccion, ajustes, HOY)
}

/** The documents of requests as the API reads them, references to cases put in place. */
function documentsOf(solicitudes: readonly SolicitudCaso[]): Documento[] {
  const tipos = new Map(solicitudes.map(({ caso, solicitud }) => [caso, solicitud.tipo_dte]))
  return solicitudes.map(({ caso, solicitud }) => {
    const referencias = (solicitud.referencias as Record<string, unknown>[]).map(({ caso: to, ...rest }) =>
      to ? { ...rest, tipo_documento: tipos.get(to as number), folio: to, fecha: HOY } : rest,
    )
    const read = readDocumento({ ...solicitud, referencias }, EMISOR, HOY, '10:00:00')
    expect([caso, read.faults]).toEqual([caso, undefined])
    return read.documento!
  })
}

const amountsOf = ({ totales: { neto, exento, iva, total } }: SolicitudCaso) => [neto, exento, iva, total]

/** The requests of a section that has no doubts, each with the amounts that the API computes. */
function built(text: string, clase: ClaseSet): SolicitudCaso[] {
  const { solicitudes, dudas } = build(text, clase)
  expect(dudas).toEqual([])
  expectAmounts(solicitudes)
  return solicitudes
}

function expectAmounts(solicitudes: readonly SolicitudCaso[]): void {
  for (const [i, { dte }] of documentsOf(solicitudes).entries()) {
    const { totales } = solicitudes[i]!
    const unit = totales.moneda === 'CLP' ? 1 : 100
    const { montoNeto = '0', montoExento = '0', montoIva = '0', montoTotal } = dte.totales
    expect(
      [montoNeto, montoExento, montoIva, montoTotal].map((value) => Math.round(Number(value) * unit)),
    ).toEqual(amountsOf(solicitudes[i]!))
  }
}

const bodyOf = (solicitudes: readonly SolicitudCaso[], caso: number): Cuerpo =>
  solicitudes[caso - 1]!.solicitud

describe('básico', () => {
  const solicitudes = built(BASICO, 'basico')

  test('comes to the amounts of the worked run', () => {
    expect(solicitudes.map(amountsOf)).toEqual([
      [337_003, 0, 64_031, 401_034],
      [1_293_462, 0, 245_758, 1_539_220],
      [97_469, 34_984, 18_519, 150_972],
      [530_323, 13_602, 100_761, 644_686],
      [0, 0, 0, 0],
      [619_099, 0, 117_629, 736_728],
      [97_469, 34_984, 18_519, 150_972],
      [0, 0, 0, 0],
    ])
  })

  test('refers to the set first, then to the case', () => {
    expect(bodyOf(solicitudes, 6).referencias).toEqual([
      { tipo_documento: 'SET', folio: '6', fecha: HOY, razon: 'CASO 5123401-6' },
      { caso: 2, codigo: 3, razon: 'DEVOLUCION DE MERCADERIAS' },
    ])
    expect(solicitudes.map(({ solicitud }) => (solicitud.referencias as Cuerpo[])[1]?.codigo)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...[2, 3, 1, 1],
    ])
  })

  test('returns goods at their price and discount', () => {
    expect(bodyOf(solicitudes, 6).detalle).toEqual([
      { nombre: 'Baldosa B&W AFECTO', cantidad: 118, precio: 2743, descuento_pct: 5 },
      { nombre: 'ITEM 2 AFECTO', cantidad: 179, precio: 1913, descuento_pct: 9 },
    ])
  })

  test('annuls with the lines of what it annuls, and discounts the affected alone', () => {
    expect(bodyOf(solicitudes, 7).detalle).toEqual(bodyOf(solicitudes, 3).detalle)
    expect(bodyOf(solicitudes, 8).detalle).toEqual(bodyOf(solicitudes, 5).detalle)
    expect(bodyOf(solicitudes, 4).DscRcgGlobal).toEqual([
      { tipo: 'D', glosa: 'DESCUENTO GLOBAL ITEMES AFECTOS', tipo_valor: '%', valor: 12 },
    ])
  })

  test('corrects a text in one line without amounts, which a person may word', () => {
    expect(bodyOf(solicitudes, 5).detalle).toEqual([
      { nombre: 'Donde dice giro anterior debe decir Obras de edificación' },
    ])
    const respuestas = { 'basico.5.texto': 'Donde dice Obras debe decir Faenas' }
    const other = build(BASICO, 'basico', { ...AJUSTES, respuestas }).solicitudes
    expect(bodyOf(other, 5).detalle).toEqual([{ nombre: 'Donde dice Obras debe decir Faenas' }])
  })

  test('goes to one receiver after the other, notes to that of their document', () => {
    const ruts = solicitudes.map(({ solicitud }) => (solicitud.receptor as Cuerpo).rut)
    const [a, b] = ['76543210-3', '77123456-9']
    expect(ruts).toEqual([a, b, a, b, a, b, a, a])
  })
})

describe('exenta', () => {
  const solicitudes = built(EXENTA, 'exenta')

  test('is exempt throughout, a change of amount by all units', () => {
    expect(solicitudes.map(amountsOf).map(([, exento, , total]) => [exento, total])).toEqual([
      [54_736, 54_736],
      [6840, 6840],
      [365_433, 365_433],
      [0, 0],
      [0, 0],
      [488_956, 488_956],
      [132_530, 132_530],
      [44_779, 44_779],
    ])
    expect(bodyOf(solicitudes, 2).detalle).toEqual([
      { nombre: 'HORAS MODELISTA', unidad: 'Hora', exento: true, cantidad: 8, precio: 855 },
    ])
    expect(bodyOf(solicitudes, 4).detalle[0].exento).toBe(true)
  })
})

describe('guía', () => {
  const solicitudes = built(GUIA, 'guia')

  test('between own places goes to the company, without price nor dispatch', () => {
    const { traslado, receptor: to, detalle } = bodyOf(solicitudes, 1)
    expect(traslado).toEqual({ ...AJUSTES.traslado, ind_traslado: 5 })
    expect(to.rut).toBe(EMISOR.rut)
    expect(detalle[0]).toEqual({ nombre: 'ITEM 1', cantidad: 137, unidad: 'UN' })
    expect(amountsOf(solicitudes[0]!)).toEqual([0, 0, 0, 0])
  })

  test('of a sale says who moves the goods', () => {
    expect(bodyOf(solicitudes, 2).traslado).toMatchObject({ ind_traslado: 1, tipo_despacho: 2 })
    expect(bodyOf(solicitudes, 3).traslado).toMatchObject({ ind_traslado: 1, tipo_despacho: 1 })
    expect(amountsOf(solicitudes[1]!)).toEqual([1_748_178, 0, 332_154, 2_080_332])
  })

  test('with words that nobody knows is asked', () => {
    const { dudas } = build(GUIA.replace('→VENTA\n', '→FERIA\n').replace('→CLIENTE', '→VECINO'), 'guia')
    expect(dudas.map(({ clave }) => clave)).toEqual(['guia.2.ind_traslado', 'guia.3.tipo_despacho'])
  })
})

test('compra withholds all of the IVA, its notes line by line', () => {
  const solicitudes = built(COMPRA, 'compra')
  expect(solicitudes.map(({ totales }) => totales)).toMatchObject([
    { neto: 2_874_537, iva: 546_162, retenido: 546_162, total: 2_874_537 },
    { neto: 959_358, iva: 182_278, retenido: 182_278, total: 959_358 },
    { neto: 959_358, iva: 182_278, retenido: 182_278, total: 959_358 },
  ])
  expect(bodyOf(solicitudes, 1).compra).toEqual({ tipo_transaccion: 1, retencion: { codigo: 15, tasa: 19 } })
  expect(bodyOf(solicitudes, 2).detalle).toEqual([
    { nombre: 'Producto 1', cantidad: 158, precio: 5921, impuesto_adicional: 15 },
    { nombre: 'Producto 2', cantidad: 10, precio: 2384, impuesto_adicional: 15 },
  ])
})

describe('liquidación', () => {
  const { solicitudes, dudas } = build(LIQUIDACION, 'liquidacion')

  test('says what each line settles, and subtracts the charges', () => {
    expectAmounts(solicitudes)
    expect(solicitudes.map(amountsOf)).toEqual([
      [180_000, 100_000, 34_200, 290_400],
      [666_545, 0, 126_644, 795_054],
    ])
    const tipos = solicitudes.map(({ solicitud }) =>
      (solicitud.detalle as Cuerpo[]).map((line) => line.tipo_doc_liq),
    )
    expect(tipos).toEqual([
      ['33', '33', '60'],
      ['99', '35', '43'],
    ])
    expect(bodyOf(solicitudes, 1)).toMatchObject({
      forma_pago: 2,
      liquidacion: { comisiones: [{ glosa: 'NETO COMISION FACTURAS', valor_neto: 20_000, valor_exento: 0 }] },
    })
  })

  test('asks what begins neither with NETO nor with EXENTO', () => {
    expect(dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['liquidacion.1.item3.trato', 'neto'],
      ['liquidacion.2.item2.trato', 'neto'],
    ])
    const respuestas = { 'liquidacion.2.item2.trato': 'exento', 'liquidacion.1.item3.tipo_doc_liq': '61' }
    const answered = build(LIQUIDACION, 'liquidacion', { ...AJUSTES, respuestas })
    expect(answered.dudas.map(({ clave }) => clave)).toEqual(['liquidacion.1.item3.trato'])
    expect(answered.solicitudes[1]!.totales.exento).toBe(160_480)
    expect(bodyOf(answered.solicitudes, 1).detalle[2].tipo_doc_liq).toBe('61')
  })
})

describe('exportación', () => {
  const bienes = built(EXPORTACION, 'exportacion_1')
  const otros = build(EXPORTACION, 'exportacion_2')

  test('of goods has the codes of customs, and freight and insurance in its total', () => {
    const { exportacion, DscRcgGlobal, referencias, receptor: to } = bodyOf(bienes, 1)
    expect(bienes[0]!.totales).toMatchObject({ exento: 202_455, total: 202_455, moneda: 'DOLAR USA' })
    expect(exportacion).toMatchObject({
      moneda: 'DOLAR USA',
      tipo_cambio: 945.32,
      tot_bultos: 12,
      cod_pais_recep: 331,
    })
    expect(exportacion.forma_pago_exp).toBe(1)
    expect(exportacion.aduana).toEqual({
      ...{ cod_mod_venta: 1, cod_clau_venta: 5, tot_clau_venta: 1962.39, cod_via_transp: 1 },
      ...{ cod_pto_embarque: 912, cod_pto_desemb: 444, cod_pais_destin: 331 },
      ...{ tara: 1, cod_unid_med_tara: 10, peso_bruto: 149, cod_unid_peso_bruto: 10, peso_neto: 148 },
      ...{ cod_unid_peso_neto: 6, monto_flete: 197.42, monto_seguro: 51.13 },
      tipo_bultos: [
        {
          ...{ cod_tpo_bultos: 75, cant_bultos: 12, marcas: 'S/M' },
          ...{ id_container: 'TEST0000001', sello: 'TEST000001', emisor_sello: 'TEST' },
        },
      ],
    })
    expect(DscRcgGlobal.map(({ glosa, valor }: Cuerpo) => [glosa, valor])).toEqual([
      ['FLETE', 197.42],
      ['SEGURO', 51.13],
    ])
    expect(referencias[1]).toMatchObject({ tipo_documento: '810', folio: '1' })
    expect(to.extranjero.nacionalidad).toBe('331')
  })

  test('of returned goods has price, currency and countries, and no freight', () => {
    expect(bienes.map(({ totales }) => totales.total)).toEqual([202_455, 48_000, 48_000])
    expect(bodyOf(bienes, 2).detalle).toEqual([
      { nombre: 'TABLAS DE RAULI', cantidad: 40, unidad: 'U', precio: 12 },
    ])
    expect(bodyOf(bienes, 2).exportacion).toEqual({
      ...{ moneda: 'DOLAR USA', tipo_cambio: 945.32, cod_pais_recep: 331, aduana: { cod_pais_destin: 331 } },
    })
    expect(bodyOf(bienes, 2).DscRcgGlobal).toBeUndefined()
  })

  test('of a service is one unit with a surcharge of whole units, and nothing is due without payment', () => {
    expectAmounts(otros.solicitudes)
    expect(bodyOf(otros.solicitudes, 1).detalle).toEqual([
      { nombre: 'ASESORIA EN RIEGO', cantidad: 1, precio: 94, recargo_pct: 10 },
    ])
    expect(bodyOf(otros.solicitudes, 1).exportacion.ind_servicio).toBe(3)
    expect(otros.solicitudes[0]!.totales).toMatchObject({ exento: 10_300, total: 0 })
  })

  test('has the commission of the clause as a third surcharge, and the discount of its line', () => {
    const { detalle, DscRcgGlobal, referencias } = bodyOf(otros.solicitudes, 2)
    expect(detalle[0].descuento_pct).toBe(5)
    expect(detalle[1].descuento_pct).toBeUndefined()
    expect(DscRcgGlobal).toEqual([
      { tipo: 'R', glosa: 'COMISIONES EN EL EXTRANJERO', tipo_valor: '$', valor: 466.98, afecta_exento: 1 },
    ])
    expect(referencias.slice(1).map(({ tipo_documento }: Cuerpo) => tipo_documento)).toEqual(['807', '809'])
    // 148 × 12 = 1,776, 5 % of it 89; 10 × 5; 11 % of 4,245.30.
    expect(otros.solicitudes[1]!.totales.total).toBe(177_600 - 8900 + 5000 + 46_698)
  })

  test('of a hotel has the guest’s country, and asks for its second reference', () => {
    const { exportacion, receptor: to, referencias } = bodyOf(otros.solicitudes, 3)
    expect(exportacion).toMatchObject({ ind_servicio: 4, cod_pais_recep: 331 })
    expect(to.extranjero.nacionalidad).toBe('331')
    expect(referencias[1]).toMatchObject({ tipo_documento: '813', razon: 'PASAPORTE' })
    expect(otros.dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['exportacion_2.3.referencia_hotel', '813'],
    ])
  })

  test('asks for the packages and the country of goods that the text leaves out', () => {
    const text = EXPORTACION.replace(/^TOTAL BULTOS:.*\n/m, '').replace(/^PAIS RECEPTOR.*\n/m, '')
    const { dudas } = build(text, 'exportacion_1')
    expect(dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['exportacion_1.1.total_bultos', '1'],
      ['exportacion_1.1.pais_receptor_y_pais_destino', null],
    ])
    const respuestas = {
      'exportacion_1.1.total_bultos': '9',
      'exportacion_1.1.pais_receptor_y_pais_destino': '331',
    }
    const answered = build(text, 'exportacion_1', { ...AJUSTES, respuestas })
    expect(answered.dudas).toEqual([])
    expect(bodyOf(answered.solicitudes, 1).exportacion).toMatchObject({ tot_bultos: 9, cod_pais_recep: 331 })
  })

  test('refers to each of two papers in one line', () => {
    const text = EXPORTACION.replace('→DUS\n', '→DUS, AWB\n').replace(/^REFERENCIA:→+AWB\n/m, '')
    const { solicitudes } = build(text, 'exportacion_2')
    expect(bodyOf(solicitudes, 2).referencias.map(({ tipo_documento }: Cuerpo) => tipo_documento)).toEqual([
      ...['SET', '807', '809'],
    ])
  })

  test('asks for words that customs has not, and takes the code of an answer', () => {
    const text = EXPORTACION.replace('YOKOHAMA', 'YOKOHAM').replace('A FIRME', 'A CONVENIR')
    const { dudas } = build(text, 'exportacion_1')
    expect(dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['exportacion_1.1.modalidad_de_venta', null],
      ['exportacion_1.1.puerto_de_desembarque', '444'],
    ])
    const respuestas = Object.fromEntries(
      dudas.map(({ clave }) => [clave, clave.endsWith('venta') ? '2' : '444']),
    )
    const answered = build(text, 'exportacion_1', { ...AJUSTES, respuestas })
    expect(answered.dudas).toEqual([])
    expect(bodyOf(answered.solicitudes, 1).exportacion.aduana).toMatchObject({
      cod_mod_venta: 2,
      cod_pto_desemb: 444,
    })
  })
})

test('boletas are gross and anonymous, their reference without type and folio', () => {
  const solicitudes = built(BOLETA, 'boleta')
  expect(solicitudes.map(amountsOf)).toEqual([
    [25_042, 0, 4758, 29_800],
    [9941, 2200, 1889, 14_030],
    [2941, 0, 559, 3500],
  ])
  expect(bodyOf(solicitudes, 2)).toEqual({
    tipo_dte: 39,
    detalle: [
      { nombre: 'item afecto', cantidad: 7, precio: 1690 },
      { nombre: 'item exento', cantidad: 2, precio: 1100, exento: true },
    ],
    referencias: [{ codigo: 'SET', razon: 'CASO-2' }],
  })
})

describe('a person', () => {
  test('is asked for receivers, the company and the rate where nobody gave them', () => {
    const asked = (text: string, clase: ClaseSet) => build(text, clase, {}).dudas.map(({ clave }) => clave)
    expect(asked(BASICO, 'basico')).toEqual(['basico.receptores'])
    expect(asked(GUIA, 'guia')).toEqual(['guia.traslado', 'guia.propio', 'guia.receptores'])
    expect(asked(EXPORTACION, 'exportacion_1')).toEqual([
      'exportacion_1.receptores_extranjeros',
      'exportacion_1.tipo_cambio',
    ])
  })

  test('mends a name, and says which of two numbers is meant', () => {
    const text = BASICO.replace('Relleno AFECTO→→     57', 'Rell\ufffdno AFECTO→→  1.057')
    const { secciones, dudas } = readSet(Buffer.from(text.replaceAll('→', '\t')))
    const respuestas = { 'basico.1.item2.nombre': 'Relleno AFECTO', 'basico.1.item2.cantidad': '1.057' }
    const asked = dudas.map(({ clave }) => clave)
    expect(asked).toEqual(['basico.1.item2.cantidad', 'basico.1.item2.nombre', 'basico.codificacion'])
    const { solicitudes } = buildSolicitudes(secciones[0]!, { ...AJUSTES, respuestas }, HOY)
    expect(bodyOf(solicitudes, 1).detalle[1]).toEqual({
      nombre: 'Relleno AFECTO',
      cantidad: 1.057,
      precio: 2508,
    })
  })

  test('mends the word that makes an item exempt', () => {
    const text = BASICO.replace('ITEM 2 SERVICIO EXENTO', 'ITEM 2 SERVICIO EX?NTO')
    const respuestas = { 'basico.3.item2.nombre': 'ITEM 2 SERVICIO EXENTO' }
    const { solicitudes } = build(text, 'basico', { ...AJUSTES, respuestas })
    expect(solicitudes[2]!.totales).toMatchObject({ neto: 97_469, exento: 34_984 })
  })

  test('says the code of a reason that has no known word', () => {
    const text = BASICO.replace('DEVOLUCION DE MERCADERIAS', 'SEGUN ACUERDO')
    expect(build(text, 'basico').dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['basico.6.codigo', '3'],
    ])
  })

  test('says the price of a returned item that the invoice has not', () => {
    const text = BASICO.replace('ITEM 2 AFECTO→→    179', 'ITEM 9 AFECTO→→    179')
    const respuestas = { 'basico.6.item2.precio': '10' }
    expect(build(text, 'basico').dudas.map(({ clave }) => clave)).toEqual(['basico.6.item2.precio'])
    const { solicitudes, dudas } = build(text, 'basico', { ...AJUSTES, respuestas })
    expect(dudas).toEqual([])
    expect(bodyOf(solicitudes, 6).detalle[1]).toEqual({ nombre: 'ITEM 9 AFECTO', cantidad: 179, precio: 10 })
  })

  test('is told of an amount on half a peso', () => {
    const text = BASICO.replace('→→    133→→   1459', '→→      1→→     50').replace(
      '     57→→   2508',
      '      1→→    100',
    )
    expect(build(text, 'basico').dudas.map(({ clave }) => clave)).toEqual(['basico.1.medio_peso'])
  })

  test('says the column of an amount of purchases, which its book then has', () => {
    const { secciones } = readSet(bytesOf(LIBROS.replace('→→  29960', '                29960')))
    const respuestas = { 'libro_compras.compra3.monto': 'exento' }
    const { libro, dudas } = computeLibroCompras(secciones[1]!, { fecha: HOY, respuestas })
    expect(dudas).toEqual([])
    expect(libro!.detalle[2]).toMatchObject({ exento: 29_960, neto: 0 })
  })
})
