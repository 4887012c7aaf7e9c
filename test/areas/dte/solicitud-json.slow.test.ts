// The request of an issued document makes the same document again (http §10.2).

import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { solicitudToJson } from '../../../src/areas/dte/solicitud/solicitud-json'
import type { Dte, Impresion } from '../../../src/domain/dte/dte'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import { MONEDAS } from '../../../src/domain/dte/moneda'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { randomDerived } from '../../conformance/random-derived'
import { randomRequests } from '../../conformance/random-requests'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { boleta, factura } from '../../support/emisor'
import { documentoDe, faultsOf, HOY, rules, warnings } from '../../support/leer'
import { described } from '../../support/openapi'
import { exportacion, guia, porTipo, TRANSPORTE } from '../../support/solicitudes'
import { testApp } from '../../support/test-app'

type Json = Record<string, unknown>

let documented: ValidateFunction
beforeAll(async () => {
  const { components } = described(await testApp())
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  documented = ajv.compile({ ...components.schemas.SolicitudEmitida, components })
})

const APARTE = {
  ambiente: 'simulacion' as const,
  referenciaExterna: null,
  forzarGuia: false,
  rechazado: false,
}

/** As it travels; of a day, its first hour. */
const repeated = (emitido: { dte: Dte; impresion: Impresion }, hoy = HOY, hora = '00:00:00'): Json =>
  JSON.parse(JSON.stringify(solicitudToJson(emitido, APARTE, `${hoy}T${hora}`)))

/** Fields that some types admit; each request takes what its own does. */
const EXTRAS: readonly [string, unknown][] = [
  ['fecha_vencimiento', '2026-12-20'],
  ['forma_pago', 2],
  ['pagos', [{ fecha: '2026-12-20', monto: 1000, glosa: 'Cuota única' }]],
  ['medio_pago', 'CH'],
  ['medio_pago', 3],
  ['cuenta_pago', { tipo: 'CORRIENTE', numero: '123', banco: 'Estado' }],
  ['termino_pago', { codigo: 'A1', glosa: 'A treinta días', dias: 30 }],
  ['ind_servicio', 3],
  ['periodo_desde', '2026-10-01'],
  ['periodo_hasta', '2026-10-31'],
  ['saldo_anterior', -1500],
  ['tipo_transaccion_venta', 2],
  ['tipo_transaccion_compra', 4],
  ['vendedor', 'V-7'],
  ['caja', 'C-1'],
  ['rut_mandante', '77123456-9'],
  ['iva_terceros', 3],
  ['rut_solicita', '77123456-9'],
  ['otra_moneda', { moneda: 'USD', tipo_cambio: 945.32 }],
  ['subtotales', [{ glosa: 'Servicios', lineas: [1], neto: 1000 }]],
  ['subtotales', [{ glosa: 'Servicios', orden: 7, lineas: [1], exento: 1000, valor: 1000 }]],
  ['sin_derecho_rebaja', true],
  ['tasa_credito_empresa_constructora', 0.4325],
  ['precio_incluye_iva', false],
  ['precio_incluye_iva', true],
  ['DscRcgGlobal', [{ tipo: 'R', glosa: 'Flete', tipo_valor: '$', valor: 150 }]],
  ['DscRcgGlobal', { TpoMov: 'D', TpoValor: '%', ValorDR: 2.5, IndExeDR: 1 }],
  ['traslado', { ...TRANSPORTE, no_disponible: ['patente_carro'] }],
  ['traslado', { tipo_despacho: 1, chofer: { nombre: 'Ana', pasaporte: 'P-1' } }],
  ['georeferencia', { latitud_emision: '-36.606111', longitud_emision: '-72.103333' }],
  ['impresion', { datos: [{ etiqueta: 'Obra', valor: 'Los Ciruelos' }], notas: ['Gracias'], leyenda: '€' }],
  ['observaciones', 'En portería'],
]

/** A document apart from what each issue has of its own. */
const apart = ({ idDoc: { folio: _, fechaEmision: _f, ...idDoc }, ...dte }: Dte) => ({ ...dte, idDoc })

function expectSame(emitido: { dte: Dte; impresion: Impresion }): Json {
  const body = repeated(emitido)
  expect([documented(body), documented.errors]).toEqual([true, null])
  const again = documentoDe(body)
  expect(apart(again.dte)).toEqual(apart(emitido.dte))
  expect(again.impresion).toEqual(emitido.impresion)
  return body
}

describe('sent back, the request of a document makes the same document', () => {
  test('for random ones of the twelve types', () => {
    for (const body of randomRequests(40 * TIPOS.length, 1212)) expectSame(documentoDe(body))
  })

  test.each(goldenNames())('for the golden %s', (name) => {
    expectSame(documentoDe(JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8'))))
  })

  test.each(TIPOS.map(({ codigo }) => codigo))('for the example of type %i', (codigo) => {
    expectSame(documentoDe(SOLICITUDES[codigo]({ 33: 1, 110: 1 }, HOY)))
  })

  test('for what no request asked for: invoices of guides and notes that void', () => {
    for (const dte of randomDerived(60, 77)) expectSame({ dte, impresion: {} })
  })

  test('whatever else its type admits: payment, sale, third parties, other currency, transport, place, paper', () => {
    const taken = new Set<string>()
    for (const base of porTipo()) {
      let body = base
      for (const [name, value] of EXTRAS) {
        const wider = { ...body, [name]: value }
        if (faultsOf(wider).length) continue
        body = wider
        taken.add(`${base.tipo_dte} ${name}`)
      }
      expectSame(documentoDe(body))
    }
    for (const [name] of EXTRAS)
      expect([name, [...taken].some((one) => one.endsWith(name))]).toEqual([name, true])
    expect(taken.size).toBeGreaterThan(150)
  })

  test.each(MONEDAS.map(({ iso, palabra }) => iso ?? palabra))('in the currency %s', (moneda) => {
    const tipo_cambio = moneda === 'CLP' ? 1 : 945.32
    expectSame(documentoDe(exportacion({ moneda, tipo_cambio })))
    if (moneda !== 'CLP') expectSame(documentoDe(factura({ otra_moneda: { moneda, tipo_cambio } })))
  })

  test('to the last digit of its numbers, those that no JSON number keeps as text', () => {
    const linea = { nombre: 'x', cantidad: '0.000001', precio: '123456789012.123456' }
    const { detalle } = expectSame(documentoDe(factura({ detalle: [linea, { nombre: 'y', precio: 1 }] })))
    expect(detalle).toEqual([
      { nombre: 'x', cantidad: 0.000001, precio: '123456789012.123456' },
      { nombre: 'y', cantidad: 1, precio: 1 },
    ])
  })

  test('with lines of nothing, where their type has them', () => {
    expectSame(documentoDe(factura({ detalle: [{ nombre: 'Muestra', precio: 0 }] })))
    const sinPrecios = documentoDe(guia({}, { detalle: [{ nombre: 'Ladrillo', cantidad: 1500 }] }))
    const body = expectSame(sinPrecios)
    expect(warnings(body)).toContain('GUIDE_WITHOUT_AMOUNTS detalle')
  })

  test.each<[string, Json]>([
    ['who sold', { vendedor: 'V-7' }],
    ['at which till, beside other references', { caja: 'C-1', referencias: [{ razon: 'Mesa 4' }] }],
    ['both in a reference of the client’s', { referencias: [{ CodVndor: 'V-7', CodCaja: 'C-1' }] }],
    ['one of them beside words', { referencias: [{ CodVndor: 'V-7', razon: 'Mesa 4' }] }],
    ['one before another reference', { referencias: [{ CodVndor: 'V-7' }, { razon: 'Mesa 4' }] }],
  ])('a boleta that says %s', (_, over) => {
    expectSame(documentoDe(boleta(over)))
  })
})

describe('what the day settles is left to the day', () => {
  const emitida = documentoDe(factura({ fecha_emision: '2026-11-18', fecha_vencimiento: '2026-12-18' }))

  test('the date of issue always, the due date once it is past', () => {
    expect(repeated(emitida)).not.toContainKey('fecha_emision')
    expect(repeated(emitida, '2026-12-18').fecha_vencimiento).toBe('2026-12-18')
    expect(repeated(emitida, '2026-12-19')).not.toContainKey('fecha_vencimiento')
    expect(rules(repeated(emitida, '2027-03-01'), '2027-03-01')).toEqual([])
  })

  const viaje = { fecha_salida: HOY, hora_salida: '18:30:00', fecha_llegada: '2026-11-23' }
  const motivo_prolongado = 'transbordo marítimo'
  const emitido = documentoDe(guia({ ...viaje, motivo_prolongado }))

  test.each<[string, Json]>([
    [HOY, { ...viaje, motivo_prolongado }],
    [`${HOY} 18:30:01`, { fecha_llegada: '2026-11-23', motivo_prolongado }],
    ['2026-11-21', { fecha_llegada: '2026-11-23', motivo_prolongado }],
    ['2026-11-23', { fecha_llegada: '2026-11-23' }],
    ['2026-11-24', {}],
  ])('and on %s what is past of a trip', (when, left) => {
    const [hoy, hora] = when.split(' ') as [string, string?]
    const body = repeated(emitido, hoy, hora)
    const { fecha_salida, hora_salida, fecha_llegada, motivo_prolongado } = body.traslado as Json
    const trip = { fecha_salida, hora_salida, fecha_llegada, motivo_prolongado }
    expect(JSON.parse(JSON.stringify(trip))).toEqual(left)
    expect(rules(body, hoy)).toEqual([])
  })
})

test('what is no part of the document comes with its request: environment, reference of the client, a guide forced', () => {
  const aparte = {
    ambiente: 'certificacion' as const,
    referenciaExterna: 'pedido-1',
    forzarGuia: true,
    rechazado: false,
  }
  expect(solicitudToJson(documentoDe(factura()), aparte, `${HOY}T00:00:00`)).toMatchObject({
    ambiente: 'certificacion',
    referencia_externa: 'pedido-1',
    forzar_guia: true,
  })
  expect(repeated(documentoDe(factura()))).not.toContainAnyKeys([
    'referencia_externa',
    'forzar_guia',
    'emisor',
  ])
})
