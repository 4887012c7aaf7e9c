// The name and place of every kind of operation at the SII (jobs §6).

import { expect, test } from 'bun:test'
import { SCREENS } from '../../../src/dashboard/screens'
import { BASES, TODAS } from '../../../src/dashboard/shell/bases'
import {
  claseOf,
  estadoOf,
  isStopped,
  isUnderWay,
  nameOf,
  nextOf,
  type Operacion,
} from '../../../src/dashboard/shell/operation'
import { type TipoTrabajo, TRABAJOS } from '../../../src/domain/trabajos'

const NOW = new Date('2026-11-20T14:00:00Z')
const LATER = '2026-11-20T14:15:00Z'
const error = {
  code: 'SII_UNAVAILABLE',
  error: 'El SII no responde',
  etapa: null,
  reintentable: true,
  sii: null,
  accion: null,
} as const
const words = (estado: Operacion['estado'], over: Partial<Operacion> = {}): string =>
  estadoOf({ estado, error: null, proximo_intento: null, ...over } as Operacion, NOW)[1]

test('every kind of job has a base, which is listed, and a name that tells what it is about', () => {
  for (const tipo of Object.keys(TRABAJOS) as TipoTrabajo[]) {
    expect([tipo, TODAS.includes(claseOf(tipo).base)]).toEqual([tipo, true])
    expect(claseOf(tipo).descartada).toMatch(/\.$/)
  }
  expect(nameOf({ tipo: 'rcv.sincronizar', objeto: '202611' })).toBe('Registro de noviembre de 2026')
  expect(nameOf({ tipo: 'rcof.enviar', objeto: '2026-11-19' })).toBe('Consumo de folios del 19-11-2026')
  expect(nameOf({ tipo: 'acuse.registrar', objeto: 'ERM 76543210-3 33-12' })).toBe(
    'Recibo de mercaderías: factura N° 12 de 76.543.210-3',
  )
  expect(nameOf({ tipo: 'folios.solicitar', objeto: '39' })).toBe('Pedido de folios de boleta')
  expect(nameOf({ tipo: 'folios.anular', objeto: '33/1119-1125' })).toBe(
    'Anular los folios 1.119 a 1.125 de factura',
  )
  expect(nameOf({ tipo: 'folios.anular', objeto: '33/7-7' })).toBe('Anular el folio 7 de factura')
  expect(nameOf({ tipo: 'acuse.registrar', objeto: 'ERM de 3 documentos' })).toBe(
    'Recibo de mercaderías: 3 documentos',
  )
})

test('one that waits for a time to come says so, and for what; past it, it is in the queue', () => {
  expect(words('pending')).toBe('En cola')
  expect(words('pending', { proximo_intento: NOW.toISOString() })).toBe('En cola')
  expect(words('pending', { proximo_intento: LATER })).toBe('Espera para volver a mirar')
  expect(words('pending', { proximo_intento: LATER, error })).toBe('Espera otro intento')
  expect(nextOf({ estado: 'pending', proximo_intento: LATER }, NOW)).toBe(LATER)
  expect(nextOf({ estado: 'failed', proximo_intento: LATER }, NOW)).toBeNull()
})

test('a state is under way, stopped or over, and never two of them', () => {
  const told = (
    ['pending', 'processing', 'scheduled', 'failed', 'dlq', 'completed', 'discarded'] as const
  ).map((estado) => [isUnderWay({ estado }), isStopped({ estado })])
  const [moving, stopped, over] = [
    [true, false],
    [false, true],
    [false, false],
  ]
  expect(told).toEqual([moving!, moving!, moving!, stopped!, stopped!, over!, over!])
})

test('the screen that each base names is there', () => {
  const landed = TODAS.filter((base) => SCREENS.some(({ ruta }) => ruta === BASES[base].href))
  expect(landed).toEqual([...TODAS])
})
