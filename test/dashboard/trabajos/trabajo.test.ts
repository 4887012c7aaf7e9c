// The name of a job and the actions on it (http §6, §7; dashboard §10).

import { expect, test } from 'bun:test'
import { remedyOf } from '../../../src/dashboard/shell/cause-words'
import { cuentasOf, hrefOfVista, parseVista } from '../../../src/dashboard/trabajos/pestanas'
import {
  beforeDiscard,
  deQuien,
  estadoOf,
  folioOf,
  mayDiscard,
  needsPerson,
  type Trabajo,
} from '../../../src/dashboard/trabajos/trabajo'

const error = {
  code: 'SII_UNAVAILABLE',
  error: 'El SII no responde',
  etapa: 'envio',
  reintentable: true,
  sii: null,
  accion: null,
} as const
const job = (over: Partial<Trabajo>): Trabajo => ({
  id: 'job_1',
  job_id: 'job_1',
  estado: 'failed',
  tipo_dte: 33,
  folio: 12,
  ambiente: 'simulacion',
  empresa_id: 'emp_1',
  rut_receptor: '77123456-9',
  razon_social_receptor: 'Constructora Río Claro SpA',
  monto_total: 59381,
  referencia_externa: null,
  created_at: '2026-11-22T12:00:00.000Z',
  started_at: null,
  completed_at: null,
  failed_at: null,
  intentos: 1,
  max_intentos: 30,
  proximo_intento: null,
  result: null,
  error: null,
  folio_estado: null,
  ...over,
})

test('a job needs a person when it failed, ran out of attempts, or its envelope was refused', () => {
  const states = ['pending', 'processing', 'scheduled', 'completed', 'discarded'] as const
  expect(states.filter((estado) => needsPerson(job({ estado })))).toEqual([])
  expect(needsPerson(job({ estado: 'failed' }))).toBe(true)
  expect(needsPerson(job({ estado: 'dlq' }))).toBe(true)
  expect(needsPerson(job({ estado: 'completed', error }))).toBe(true)
  expect(mayDiscard(job({ estado: 'scheduled' }))).toBe(true)
  expect(mayDiscard(job({ estado: 'pending' }))).toBe(false)
})

test('received is never said to be accepted, and what only waits is not said to be stopped', () => {
  expect(estadoOf(job({ estado: 'completed' }))[1]).toBe('El SII lo recibió')
  expect(estadoOf(job({ estado: 'completed', error }))[1]).toBe('El SII rechazó su envío')
  const waiting = job({ estado: 'pending', error, proximo_intento: '2026-11-22T12:01:00.000Z' })
  expect(estadoOf(waiting)[1]).toBe('Espera otro intento')
})

test('what becomes of the folio is said before and after it is discarded', () => {
  expect(beforeDiscard(job({ folio: null, estado: 'scheduled' }))).toBe('No se emitirá. Aún no tenía folio.')
  expect(beforeDiscard(job({}))).toContain('el folio 12 queda libre para el próximo')
  expect(beforeDiscard(job({ estado: 'completed', error }))).toContain('por anular')
  expect(folioOf(job({ folio_estado: 'libre' }))).toContain('quedó libre')
  expect(folioOf(job({ folio_estado: 'por_anular' }))).toContain('anularlo en el SII')
  expect(folioOf(job({ folio: null }))).toBeNull()
})

test('a cause that is mended on a screen of ours leads there', () => {
  expect(remedyOf({ code: 'CERTIFICATE_EXPIRED' })?.href).toBe('/certificado')
  expect(remedyOf({ code: 'NO_FOLIOS' })?.href).toBe('/folios')
  expect(remedyOf({ code: 'CAF_EXPIRED' })?.href).toBe('/folios')
  expect(remedyOf({ code: 'SII_ERROR' })).toBeNull()
})

test('the address keeps the view, and what cannot be read is dropped', () => {
  const vista = { pestana: 'historial', q: 'pedido 7', tipo: '33', pagina: 2 } as const
  const href = hrefOfVista(vista)
  expect(href).toBe('/trabajos?pestana=historial&q=pedido+7&tipo=33&pagina=2')
  expect(parseVista(new URLSearchParams(href.split('?')[1]))).toEqual(vista)
  expect(parseVista(new URLSearchParams('pestana=nada&tipo=7&pagina=-3'))).toEqual({
    pestana: 'detenidos',
    q: '',
    tipo: '',
    pagina: 1,
  })
  expect(hrefOfVista(parseVista(new URLSearchParams()))).toBe('/trabajos')
})

test('it says for whom and how much, also of a boleta for nobody', () => {
  expect(deQuien(job({}))).toBe('Constructora Río Claro SpA · $59.381')
  expect(deQuien(job({ razon_social_receptor: null }))).toBe('77.123.456-9 · $59.381')
  expect(deQuien(job({ rut_receptor: '66666666-6', razon_social_receptor: null }))).toBe(
    'Sin identificar · $59.381',
  )
})

test('each view counts the states that it lists', () => {
  const trabajos = {
    reserved: 9,
    pending: 1,
    scheduled: 2,
    processing: 3,
    completed: 4,
    failed: 5,
    dlq: 6,
    discarded: 7,
  }
  expect(cuentasOf(trabajos)).toEqual({ detenidos: 11, 'en-curso': 4, programados: 2, historial: 11 })
})
