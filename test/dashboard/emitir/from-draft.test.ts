// A form that goes on with a shared draft says what the draft said (areas/borradores §1, dashboard §7).

import { describe, expect, test } from 'bun:test'
import { buildBody } from '../../../src/dashboard/emitir/body'
import { formOfDraft, tipoOf } from '../../../src/dashboard/emitir/from-draft'
import { EMISSION_TYPES } from '../../../src/dashboard/emitir/types'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import type { TipoDte } from '../../../src/domain/dte/tipos'

const again = (solicitud: object, tipo: TipoDte) => {
  const { form, perdido } = formOfDraft(solicitud as Record<string, unknown>, tipo)
  return { form, perdido, ...buildBody(form) }
}

test.each(EMISSION_TYPES.map(({ tipo }) => tipo))(
  'the request of the demo of type %d is opened and kept whole',
  (tipo) => {
    const { body, perdido } = again(
      SOLICITUDES[tipo]({ 33: 1, 34: 1, 39: 1, 41: 1, 61: 1, 110: 1 }, '2026-11-22'),
      tipo,
    )
    // The form has no field for the rate of a withholding, which the server knows by its code.
    expect(perdido).toEqual(tipo === 46 ? ['compra'] : [])
    // Opened once more it is the same to the letter: nothing wears away.
    expect(again(body, tipo).body).toEqual(body)
  },
)

describe('a request that a program wrote, or left half written', () => {
  test('keeps what no field shows', () => {
    const solicitud = {
      tipo_dte: 33,
      detalle: [{ NmbItem: 'A', precio: 'abc' }],
      caja: '3',
      receptor: 'nadie',
    }
    const { body, perdido } = again(solicitud, 33)
    expect(body).toMatchObject({ caja: '3', receptor: 'nadie', detalle: [{ NmbItem: 'A', precio: 'abc' }] })
    expect(perdido).toEqual([])
  })
  test('says what would be lost', () => {
    expect(again({ tipo_dte: 33, detalle: [1, { nombre: 'A' }] }, 33).perdido).toEqual([])
    expect(
      again({ tipo_dte: 52, detalle: [], traslado: { ind_traslado: 1, rareza: 5 } }, 52).perdido,
    ).toEqual(['traslado'])
  })
  test('of no shape at all opens an empty form', () => {
    for (const solicitud of [
      { tipo_dte: 33 },
      { tipo_dte: 110, detalle: null, exportacion: 'x', pagos: 3, DscRcgGlobal: {}, referencias: 'no' },
    ])
      expect(again(solicitud, solicitud.tipo_dte as TipoDte).form.lineas).toHaveLength(1)
    expect([tipoOf({}), tipoOf({ tipo_dte: '33' }), tipoOf({ tipo_dte: 7 })]).toEqual([null, 33, null])
  })
})

describe('a note goes on with the document that it acts on', () => {
  const base = { tipo_dte: 61, receptor: { rut: '77123456-9', razon_social: 'Constructora' } }
  test('correcting a text', () => {
    const solicitud = {
      ...base,
      detalle: [{ nombre: 'Corrección de texto', descripcion: 'Donde dice «Obra» debe decir «Obras»' }],
      referencias: [{ tipo_documento: 33, folio: 7, fecha: '2026-11-20', codigo: 2, razon: 'Giro' }],
    }
    const { form, body, perdido } = again(solicitud, 61)
    expect(form.nota).toMatchObject({
      ...{ tipo: 33, folio: 7, respuesta: 'texto', dice: 'Obra', debeDecir: 'Obras', motivo: 'Giro' },
    })
    expect(perdido).toEqual([])
    expect(body).toMatchObject(solicitud)
  })
  test('correcting amounts, beside other references', () => {
    const solicitud = {
      ...base,
      detalle: [{ nombre: 'Cemento', cantidad: '2', precio: '4180' }],
      referencias: [
        { tipo_documento: 33, folio: 7, codigo: 3 },
        { tipo_documento: '801', folio: 'OC-1', fecha: '2026-11-02' },
      ],
    }
    const { form, body, perdido } = again(solicitud, 61)
    expect([form.nota?.respuesta, form.referencias.length, perdido]).toEqual(['montos', 1, []])
    expect(body).toMatchObject(solicitud)
  })
})

test('an hour to wait for and an own reference stay, which a repetition drops', () => {
  const solicitud = {
    ...{ tipo_dte: 33, fecha_emision: '2026-11-20', programar_para: '2026-12-01T12:00:00.000Z' },
    ...{ referencia_externa: 'pedido-1', detalle: [{ nombre: 'A', precio: 1 }] },
  }
  expect(again(solicitud, 33).body).toMatchObject({ ...solicitud, detalle: [{ nombre: 'A', precio: '1' }] })
})
