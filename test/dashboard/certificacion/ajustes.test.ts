// Answers to a set's doubts, from the form to the body (areas/certificacion §2).

import { describe, expect, test } from 'bun:test'
import { faultOf } from '../../../src/dashboard/certificacion/aduana'
import { ajustesOf, formOf, type Pregunta, textDoubts } from '../../../src/dashboard/certificacion/ajustes'
import { resultOf } from '../../../src/dashboard/certificacion/revisor'

const pregunta = (clave: string, patch: Partial<Pregunta> = {}): Pregunta => ({
  ...{ clave, caso: null, linea: 1, mensaje: 'Diga', propuesta: null, respuesta: null },
  ...patch,
})
const PROPIO = { rut: '76543210-3', razon_social: 'Ferretería', giro: '', direccion: 'Uno', comuna: 'Talca' }

describe('the form of a set', () => {
  test('begins with what was answered, else with what is proposed', () => {
    const preguntas = [
      pregunta('basico.1.medio_peso', { propuesta: 'arriba' }),
      pregunta('basico.6.codigo', { propuesta: '3', respuesta: '1' }),
      pregunta('basico.receptores'),
    ]
    expect(formOf({ clase: 'basico', preguntas, ajustes: {} })).toMatchObject({
      respuestas: { 'basico.1.medio_peso': 'arriba', 'basico.6.codigo': '1' },
      receptores: [],
      propio: false,
      traslado: null,
    })
    expect(textDoubts(preguntas)).toHaveLength(2)
  })

  test('saves what was typed alone, and keeps what it does not show', () => {
    const form = formOf({ clase: 'basico', preguntas: [pregunta('basico.1.texto')], ajustes: {} })
    const body = ajustesOf(
      { ...form, receptores: [{ rut: ' 76192083-9 ', razon_social: 'Uno', giro: '' }, { rut: '' }] },
      { tipo_cambio: '945.32', aduana: { tara: 1 }, respuestas: { 'basico.2.texto': 'antes' } },
      PROPIO,
    )
    expect(body).toEqual({
      ...{ tipo_cambio: '945.32', aduana: { tara: 1 }, respuestas: { 'basico.2.texto': 'antes' } },
      receptores: [{ rut: '76192083-9', razon_social: 'Uno' }],
    })
  })

  test('tells the transport of guides that is not at hand, and the company as its own receiver', () => {
    const form = formOf({ clase: 'guia', preguntas: [pregunta('guia.propio')], ajustes: {} })
    const typed = { ...form.traslado, patente: 'ABCD12', chofer_rut: '12345678-5' }
    expect(ajustesOf({ ...form, traslado: typed }, {}, PROPIO)).toEqual({
      respuestas: {},
      propio: { rut: '76543210-3', razon_social: 'Ferretería', direccion: 'Uno', comuna: 'Talca' },
      traslado: { patente: 'ABCD12', no_disponible: ['rut_transportista', 'chofer'] },
    })
    const again = formOf({
      ...{ clase: 'guia', preguntas: [] },
      ajustes: { traslado: { patente: 'ABCD12', chofer: { rut: '12345678-5', nombre: 'Marta' } } },
    })
    expect(again.traslado).toMatchObject({
      patente: 'ABCD12',
      chofer_nombre: 'Marta',
      chofer_rut: '12345678-5',
    })
  })

  test('reads the numbers of a person, and customs’ data by the names of its fields', () => {
    const preguntas = [pregunta('exportacion_1.tipo_cambio'), pregunta('exportacion_1.1.texto')]
    const before = {
      aduana: {
        cod_pto_embarque: 906,
        otro: 'queda',
        tipo_bultos: [{ cod_tpo_bultos: 75 }, { cod_tpo_bultos: 80 }],
      },
    }
    const form = formOf({ clase: 'exportacion_1', preguntas, ajustes: before })
    expect(form.aduana).toMatchObject({ cod_pto_embarque: '906', cod_tpo_bultos: '75', tara: '' })
    const aduana = {
      ...form.aduana,
      ...{ cod_pto_embarque: '', nombre_transp: ' Nave Uno ', tara: '1', peso_bruto: '1.234,5' },
      rut_cia_transp: '76.192.083-9',
    }
    const respuestas = { 'exportacion_1.tipo_cambio': '950,5', 'exportacion_1.1.texto': '1,5 kilos' }
    expect(ajustesOf({ ...form, respuestas, aduana }, before, PROPIO)).toEqual({
      respuestas: { 'exportacion_1.tipo_cambio': '950.5', 'exportacion_1.1.texto': '1,5 kilos' },
      aduana: {
        ...{ otro: 'queda', nombre_transp: 'Nave Uno', tara: 1, peso_bruto: '1234.5' },
        rut_cia_transp: '76192083-9',
        tipo_bultos: [{ cod_tpo_bultos: 75 }, { cod_tpo_bultos: 80 }],
      },
    })
    expect(faultOf('decimal', '1,234.50')).toBe('¿1.234,50?')
    expect(faultOf('rut', '76.192.083-8')).toBe('El dígito verificador no corresponde')
    expect(faultOf('entero', '')).toBeUndefined()
  })

  test('keeps what it does not show of a receiver that stays', () => {
    const extranjero = { nacionalidad: '225' }
    const before = [{ razon_social: 'Foreign Inc', ciudad: 'Seattle', extranjero }]
    const form = formOf({
      ...{ clase: 'exportacion_1', preguntas: [] },
      ajustes: { receptores_extranjeros: before },
    })
    expect(form.extranjeros).toMatchObject([{ razon_social: 'Foreign Inc', ciudad: 'Seattle', giro: '' }])
    const extranjeros: Record<string, string>[] = [
      { razon_social: 'Other Inc' },
      { razon_social: 'Foreign Inc', ciudad: '' },
    ]
    expect(
      ajustesOf({ ...form, extranjeros }, { receptores_extranjeros: before }, PROPIO).receptores_extranjeros,
    ).toEqual([{ razon_social: 'Other Inc' }, { razon_social: 'Foreign Inc', extranjero }])
  })
})

test('the state page of the simulated SII speaks of the envelope that was declared alone (simulator §23.5)', () => {
  const row = {
    ...{ clase: 'basico', nombre: 'BASICO', atencion: 5_123_401, generado_at: null, declarado_at: null },
    track_id: '17',
  }
  const simulacion = { estado: 'POR REALIZAR', track_id: null, declarado_at: null } as const
  const read = (
    estado: 'REVISADO CONFORME' | 'ENVIO CON ERRORES O REPAROS' | 'EN REVISION' | 'POR REALIZAR',
    track = '17',
  ) =>
    resultOf(
      { sets: [{ ...row, estado }], simulacion },
      { clase: 'basico', atencion: '5123401', intento: { track_id: track } },
    )
  expect(read('REVISADO CONFORME')).toBe('SOK')
  expect(read('ENVIO CON ERRORES O REPAROS')).toBe('SRH')
  expect(read('EN REVISION')).toBeNull()
  // A person noted as declared what nobody declared: no review would ever end.
  expect(read('REVISADO CONFORME', '18')).toBe('sin_declarar')
  expect(read('POR REALIZAR')).toBe('sin_declarar')
})
