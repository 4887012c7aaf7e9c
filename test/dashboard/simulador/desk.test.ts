// The questions of the simulator's desk and its list of faults in force (http §24).

import { expect, test } from 'bun:test'
import {
  ACCIONES,
  type Documento,
  FALLAS,
  faultBody,
  mayAnswer,
  SERVICIOS,
  saidOf,
  totalOf,
  verdictOf,
} from '../../../src/dashboard/simulador/desk'
import { SERVICIOS as SERVIDOS, TIPOS_FALLA } from '../../../src/simulator/fallas'

const NOW = new Date('2026-11-22T12:00:00Z')
const DRAFT = { servicio: 'envio', falla: 'http_503', veces: 2, ms: 5000, codigo: '', minutos: 10 } as const

test('every service and fault of the simulator is offered', () => {
  expect(SERVICIOS.map(([id]) => id).sort()).toEqual([...SERVIDOS].sort())
  expect(FALLAS.map(([id]) => id).sort()).toEqual([...TIPOS_FALLA].sort())
  expect(ACCIONES.length).toBe(5)
})

test('a fault lasts as often and as long as was typed, by the simulator’s own clock; only a delay has a length, a refusal a code', () => {
  expect(faultBody(DRAFT, NOW)).toEqual({
    servicio: 'envio',
    falla: 'http_503',
    veces: 2,
    hasta: '2026-11-22T12:10:00.000Z',
  })
  expect(faultBody({ ...DRAFT, falla: 'demora', veces: null, minutos: null }, NOW)).toEqual({
    servicio: 'envio',
    falla: 'demora',
    ms: 5000,
  })
  expect(
    faultBody(
      { ...DRAFT, servicio: 'login', falla: 'codigo', codigo: '70', veces: null, minutos: null },
      NOW,
    ),
  ).toEqual({ servicio: 'login', falla: 'codigo', codigo: '70' })
})

test('one in force is said with what is left of it', () => {
  const falla = {
    id: 'f',
    servicio: 'envio',
    falla: 'demora',
    ms: 5000,
    codigo: null,
    quedan: 2,
    hasta: '2026-11-22T12:10:00Z',
  }
  expect(saidOf(falla, () => '09:10')).toBe(
    'Envío de DTE: se demora · 5.000 ms · quedan 2 veces · hasta 09:10',
  )
  expect(saidOf({ ...falla, ms: null, codigo: null, quedan: null, hasta: null }, () => '')).toBe(
    'Envío de DTE: se demora',
  )
})

test('only what the SII has, and of a type that is acknowledged, can be answered', () => {
  const of = (veredicto: string | null, tipo_dte: number) =>
    mayAnswer({ veredicto, tipo_dte } as unknown as Documento)
  expect([
    of('aceptado', 33),
    of('reparo', 34),
    of('rechazado', 33),
    of(null, 33),
    of('aceptado', 39),
  ]).toEqual([true, true, false, false, false])
  expect(verdictOf(null)[2]).toBe('Sin juzgar')
  expect(verdictOf('reparo')[0]).toBe('aviso')
})

test('an export is not said in pesos, which the SII does not have it in', () => {
  expect(totalOf({ tipo_dte: 33, monto_total: 1_454_640 })).toBe('$1.454.640')
  expect(totalOf({ tipo_dte: 110, monto_total: 11_845.24 })).toBe('11.845,24')
})
