// Answers on the screen (areas/recibidos/intercambio §1, §4): bodies, where one stands, whose word colours it, and the address of the list.

import { expect, test } from 'bun:test'
import {
  againOf,
  BLANK,
  bodyOf,
  canAnswer,
  estadoOf,
  isMoving,
  lacksResult,
  opuestaA,
  type Respuesta,
} from '../../../src/dashboard/recibidos/respuestas/answer'
import { cameQuery, SPELLING, sentQuery } from '../../../src/dashboard/recibidos/respuestas/view'
import { cameOf, saidOf } from '../../../src/dashboard/shell/answer-words'

test('a body has what its kind takes, and nothing that was typed for another', () => {
  const typed = { ...BLANK, glosa: ' Faltó una caja ', recinto: 'Bodega', recepcion: '4', para: ' a@b.cl ' }
  expect(bodyOf({ ...typed, tipo: 'resultado', resultado: '1' })).toEqual({
    tipo: 'resultado',
    estado: 1,
    glosa: 'Faltó una caja',
    para: 'a@b.cl',
  })
  expect(bodyOf({ ...typed, tipo: 'recibo', enviar: false })).toEqual({
    tipo: 'recibo',
    recinto: 'Bodega',
    enviar: false,
  })
  expect(bodyOf({ ...BLANK, tipo: 'recepcion' })).toEqual({ tipo: 'recepcion' })
})

test('a result is chosen by a person: none stands in the form before', () => {
  expect([BLANK.tipo, BLANK.resultado, lacksResult(BLANK)]).toEqual(['resultado', '', true])
  expect(lacksResult({ ...BLANK, resultado: '2' })).toBe(false)
  expect(lacksResult({ ...BLANK, tipo: 'recepcion' })).toBe(false)
})

test('what says the opposite of an answer that was given is told before it leaves', () => {
  const given = (tipo: string, codigo: number | null, estado = 'enviada') =>
    ({ tipo, codigo, estado }) as Respuesta
  const resultado = (code: '0' | '1' | '2') => ({ ...BLANK, resultado: code })
  const recibo = { ...BLANK, tipo: 'recibo' as const }
  expect(opuestaA(resultado('2'), [given('recepcion', 0), given('resultado', 0)])).toMatchObject({
    codigo: 0,
  })
  expect(opuestaA(resultado('2'), [given('recibo', null)])).toMatchObject({ tipo: 'recibo' })
  expect(opuestaA(recibo, [given('resultado', 2)])).toMatchObject({ codigo: 2 })
  for (const [draft, one] of [
    [resultado('0'), given('resultado', 0)],
    [resultado('0'), given('recibo', null)],
    [resultado('2'), given('resultado', 0, 'fallida')],
    [BLANK, given('resultado', 0)],
    [recibo, given('resultado', 1)],
  ] as const)
    expect(opuestaA(draft, [one])).toBeUndefined()
})

test('an answer is sent again in its own words', () => {
  expect(againOf({ tipo: 'recibo', codigo: null, glosa: '', recinto: 'Bodega' }, '')).toEqual({
    tipo: 'recibo',
    recinto: 'Bodega',
  })
  expect(
    againOf({ tipo: 'resultado', codigo: 0, glosa: 'DTE aceptado conforme', recinto: '' }, 'a@b.cl'),
  ).toEqual({ tipo: 'resultado', estado: 0, glosa: 'DTE aceptado conforme', para: 'a@b.cl' })
})

test('what has no address yet is on its way until it is signed, for its job asks for one', () => {
  const asking = { estado: 'armada', sin_salida: 'sin_direccion', firmada_en: null } as const
  expect(isMoving(asking)).toBe(true)
  expect(estadoOf(asking)[1]).toBe('Por salir')
  const signed = { ...asking, firmada_en: '2026-11-23T12:00:00Z' } as const
  expect(isMoving(signed)).toBe(false)
  expect(estadoOf(signed)[1]).toBe('Lista, sin dirección')
})

test('no answer is offered for liquidations, exports and boletas', () => {
  expect([33, 34, 46, 52, 56, 61].every(canAnswer)).toBe(true)
  expect([39, 41, 43, 110, 111, 112].some(canAnswer)).toBe(false)
})

test('what is not well signed is only told', () => {
  expect(cameOf('resultado', 0, 'valida')).toEqual(saidOf('resultado', 0))
  expect(cameOf('resultado', 0, 'invalida')).toEqual(['?', 'Dice: aceptado', 'neutro'])
  expect(saidOf('resultado', 7)[2]).toBe('neutro')
  expect(saidOf('recepcion', 90)[2]).toBe('mal')
})

test('the address keeps the filters of the list that is shown, and drops what no list has', () => {
  const read = (search: string) => SPELLING.parseFilters(new URLSearchParams(search))
  const came = read('ver=recibidas&clase=sii&estado=armada&propias=quizas')
  expect(SPELLING.searchOf(came, 1)).toBe('?ver=recibidas&clase=sii')
  expect(cameQuery(came, 1)).toEqual({ limite: 50, pagina: 1, clase: 'sii' })
  const sent = read('ver=todas&estado=fallida&clase=sii')
  expect(SPELLING.searchOf(sent, 2)).toBe('?estado=fallida&pagina=2')
  expect(sentQuery(sent, 2)).toEqual({ limite: 50, pagina: 2, estado: 'fallida' })
})
