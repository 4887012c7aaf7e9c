// The parts of the form that few types have: transport, export, commissions, purchase (http §2–4).

import { describe, expect, test } from 'bun:test'
import type { SolicitudEmitida } from '../../../src/dashboard/api/routes.gen'
import { traslado } from '../../../src/dashboard/emitir/blocks/traslado'
import { buildBody } from '../../../src/dashboard/emitir/body'
import { columnsOf, emptyForm, emptyLine, type Form } from '../../../src/dashboard/emitir/form'
import { noteOn, repeat } from '../../../src/dashboard/emitir/from-document'
import { exemptionsOf } from '../../../src/dashboard/emitir/line-options'
import { settledOptions } from '../../../src/dashboard/emitir/settled'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import type { TipoDte } from '../../../src/domain/dte/tipos'

const withBlock = (tipo: TipoDte, id: string, change: object): Form => {
  const form = emptyForm(tipo, false)
  return { ...form, bloques: { ...form.bloques, [id]: { ...(form.bloques[id] as object), ...change } } }
}
const bodyOf = (form: Form) => buildBody(form).body

describe('traslado (http §3)', () => {
  test('a guide sends it even empty, so that the server says what it lacks; a factura only when it says something', () => {
    expect(bodyOf(emptyForm(52, false)).traslado).toEqual({})
    expect(bodyOf(emptyForm(33, false))).not.toHaveProperty('traslado')
    expect(bodyOf(withBlock(33, 'traslado', { ind: '1', despacho: '2' })).traslado).toEqual({
      tipo_despacho: 2,
    })
  })

  test('what is not held is said and not sent, whatever stands in its field; of a driver the part that is known goes', () => {
    const { traslado: sent } = bodyOf(
      withBlock(52, 'traslado', {
        ...{ ind: '1', despacho: '2', patente: 'KRTZ41', transportista: '77.123.456-9' },
        ...{ choferNombre: 'Luis Núñez', ausentes: ['patente', 'chofer'] },
      }),
    )
    expect(sent).toEqual({
      ind_traslado: 1,
      tipo_despacho: 2,
      rut_transportista: '77123456-9',
      chofer: { nombre: 'Luis Núñez' },
      no_disponible: ['patente', 'chofer'],
    })
  })

  test('an internal transfer has no dispatch, and only a guide to an export its permit', () => {
    const guide = (ind: string) =>
      bodyOf(withBlock(52, 'traslado', { ind, despacho: '2', guiaCodigo: '1' })).traslado
    expect(guide('5')).toEqual({ ind_traslado: 5 })
    expect(guide('8')).toMatchObject({ guia_exportacion: { codigo: 1 } })
    expect(guide('1')).not.toHaveProperty('guia_exportacion')
  })

  test('a RUT that cannot be read is marked at its field', () => {
    const { faults } = buildBody(withBlock(52, 'traslado', { transportista: '77.123.456-0' }))
    expect(Object.keys(faults)).toEqual(['traslado.rut_transportista'])
  })

  test('of a document again it is what was asked for', () => {
    const asked = SOLICITUDES[52]({}, '2026-11-22') as SolicitudEmitida
    expect(traslado.fromRequest(asked)).toMatchObject({
      ...{ ind: '1', patente: 'KRTZ41', choferNombre: 'Luis Núñez', comuna: 'San Carlos', hora: '08:30:00' },
    })
  })
})

describe('exports (http §2)', () => {
  const asked = SOLICITUDES[110]({}, '2026-11-22') as SolicitudEmitida

  test('amounts have decimals, of lines and of the whole', () => {
    const form = {
      ...emptyForm(110, false),
      lineas: [{ ...emptyLine(), nombre: 'Puerta', precio: '412,5', descuento: '12,75' }],
    }
    const body = bodyOf({
      ...form,
      bloques: { ...form.bloques, descuentos: [{ tipo: 'R', glosa: 'Flete', valor: '200,5', afecta: '' }] },
    })
    expect(body.detalle[0]).toMatchObject({ precio: '412.5', descuento_monto: 12.75 })
    expect(body.DscRcgGlobal).toEqual([{ tipo: 'R', glosa: 'Flete', tipo_valor: '$', valor: 200.5 }])
    expect(body).not.toHaveProperty('precio_incluye_iva')
  })

  test('pesos have none', () => {
    const { faults } = buildBody({
      ...emptyForm(33, false),
      lineas: [{ ...emptyLine('a'), nombre: 'Puerta', descuento: '12,75' }],
    })
    expect(faults).toEqual({ 'detalle.a.descuento': 'Los pesos van sin decimales' })
  })

  test('a note on one takes over its currency and rate, and nothing of customs', () => {
    const note = noteOn(asked, { folio: 3, fecha_emision: '2026-11-20' }, 112, 'montos')
    expect(bodyOf(note)).toMatchObject({
      receptor: { razon_social: 'Blue Harbor Trading LLC' },
      exportacion: { moneda: 'USD', tipo_cambio: '945.32', cod_pais_recep: 225 },
      referencias: [{ tipo_documento: 110, folio: 3, codigo: 3 }],
    })
    expect(bodyOf(note).exportacion).not.toHaveProperty('aduana')
    // Nobody: the server's own RUT of foreigners, not that of a final consumer.
    expect(bodyOf(note).receptor).not.toHaveProperty('rut')
  })

  test('a guide to one says its packages, and nothing where there are none', () => {
    expect(bodyOf(emptyForm(52, false))).not.toHaveProperty('exportacion')
    expect(bodyOf(withBlock(52, 'exportacion', { bultos: '12', moneda: 'EURO' })).exportacion).toEqual({
      tot_bultos: 12,
    })
  })

  test('a RUT of customs is shown with its dots, as any other, and sent without', () => {
    const more = structuredClone(asked)
    Object.assign(more.exportacion?.aduana ?? {}, { rut_cia_transp: '77123456-9' })
    const form = repeat(more, 110)
    expect(form.bloques.exportacion).toMatchObject({ aduana: { rut_cia_transp: '77.123.456-9' } })
    expect(bodyOf(form).exportacion?.aduana?.rut_cia_transp).toBe('77123456-9')
  })

  test('what of customs no field shows goes along', () => {
    const more = structuredClone(asked)
    Object.assign(more.exportacion?.aduana ?? {}, { id_adic_transp: 'X-1' })
    expect(bodyOf(repeat(more, 110)).exportacion?.aduana).toMatchObject({ id_adic_transp: 'X-1', tara: 80 })
  })
})

describe('liquidación and purchase (http §4)', () => {
  test('lines of a liquidación are documents and their amounts, of either sign', () => {
    expect(settledOptions('33').map(([code]) => code)).toEqual([
      ...['', '30', '32', '33', '34', '35', '38', '39', '40', '41', '43', '45', '46'],
      ...['55', '56', '60', '61', '99'],
    ])
    // A code that the table does not have stays.
    expect(settledOptions('914')).toContainEqual(['914', '914'])
    expect(columnsOf(43)).toEqual(['nombre', 'tipo_doc_liq', 'monto'])
    const { body, faults } = buildBody({
      ...emptyForm(43, false),
      lineas: [{ ...emptyLine(), nombre: 'Devolución', tipo_doc_liq: '61', monto: '-185.000' }],
    })
    expect(faults).toEqual({})
    expect(body.detalle).toEqual([{ nombre: 'Devolución', tipo_doc_liq: '61', monto: -185_000 }])
  })

  test('commissions go with the block of their type', () => {
    const rows = [{ tipo: 'C', glosa: 'Venta', tasa: '8', neto: '373.200', exento: '', iva: '' }]
    const sent = { comisiones: [{ tipo: 'C', glosa: 'Venta', tasa: '8', valor_neto: 373_200 }] } as object
    const form = emptyForm(43, false)
    expect(bodyOf({ ...form, bloques: { ...form.bloques, liquidacion: rows } }).liquidacion).toEqual(sent)
    expect(bodyOf(withBlock(46, 'compra', { comisiones: rows })).compra).toEqual(sent)
  })

  test('a purchase says its kind and what is withheld', () => {
    expect(bodyOf(withBlock(46, 'compra', { retencion: '15' }))).toMatchObject({
      ...{ tipo_transaccion_compra: 1, compra: { retencion: { codigo: 15 } } },
    })
  })
})

test('a guide has exemptions of its own, and where all is exempt nothing is to choose', () => {
  expect(exemptionsOf(52).map(([code]) => code)).toEqual(['', '1', '2', '4', '5', '6'])
  expect(exemptionsOf(33).map(([code]) => code)).toEqual(['', '1', '2', '3', '6'])
  expect(exemptionsOf(110).map(([code]) => code)).toEqual([''])
})
