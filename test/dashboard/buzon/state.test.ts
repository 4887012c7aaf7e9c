// A mailbox in words: read or not and why, and what its messages brought (areas/recibidos/buzon §1, §2).

import { expect, test } from 'bun:test'
import { type Buzon, broughtOf, estadoOf, RESULTADO } from '../../../src/dashboard/buzon/state'
import { SPELLING } from '../../../src/dashboard/buzon/view'
import { RESULTADOS_MENSAJE } from '../../../src/domain/buzon'

const BUZON = { tipo: 'simulador', apagado: null, error: null } as Buzon
const said = (buzon: Buzon | null, activo = true, cada_minutos = 10) =>
  estadoOf(buzon, { activo, cada_minutos })[1]

test('its state is what matters most: none, off, failed, read by the clock or by people alone', () => {
  const apagado = { desde: '2026-11-20T14:02:11.000Z', motivo: 'no' }
  expect(said(null)).toBe('Sin buzón')
  expect(said({ ...BUZON, apagado, error: 'no' })).toBe('Apagado: clave rehusada')
  expect(said({ ...BUZON, error: 'no' })).toBe('La última lectura falló')
  expect([said(BUZON), said(BUZON, true, 1)]).toEqual(['Leyendo cada 10 minutos', 'Leyendo cada minuto'])
  expect(said(BUZON, false)).toBe('Se lee sólo a pedido')
  expect(estadoOf(BUZON, undefined)[1]).toBe('Encendido')
})

test('every outcome of a message has its words, and can stand in the address', () => {
  expect(Object.keys(RESULTADO).sort()).toEqual(Object.keys(RESULTADOS_MENSAJE).sort())
  const read = (search: string) => SPELLING.parseFilters(new URLSearchParams(search))
  expect(read('?resultado=otro_rut').resultado).toBe('otro_rut')
  expect(read('?resultado=toString').resultado).toBe('')
})

test('what a message brought beside new documents is counted, one and many', () => {
  expect(broughtOf({ repetidos: 1, respuestas: 0, ajenos: 2 })).toEqual([
    '1 documento que ya se tenía',
    '2 documentos para otro receptor, que no se guardan',
  ])
  expect(broughtOf({ repetidos: 0, respuestas: 1, ajenos: 0 })).toEqual(['1 respuesta a lo que se envió'])
})
