// The turns on a road of certification, and what its states are called (areas/certificacion §1, §2).

import { describe, expect, test } from 'bun:test'
import {
  amountOf,
  type Breve,
  checklistOf,
  ESTADO_SET,
  ETAPA,
  isMoving,
  lackOf,
  mayIssue,
  nameOfDato,
  type Pendiente,
  roadOf,
  type SetCamino,
  simulacionLack,
  simulacionSize,
  stagesElsewhere,
  stagesOf,
  turnOf,
} from '../../../src/dashboard/certificacion/camino'
import { ESTADOS_CERTIFICACION, ESTADOS_SET } from '../../../src/domain/certificacion/etapas'

const breve = (id: string, alcance: Breve['alcance'], estado: Breve['estado']): Breve => ({
  ...{ id, alcance, estado, ambiente: 'certificacion' },
  ...{ desde: '2026-11-20T12:00:00.000Z', creada_en: '2026-11-20T12:00:00.000Z' },
})
const step = (quien: Pendiente['quien'], codigo: Pendiente['codigo']): Pendiente => ({
  ...{ quien, codigo, clase: null, accion: 'Algo', enlace: null, datos: {} },
  desde: '2026-11-20T12:00:00.000Z',
})
const set = (patch: Partial<SetCamino>): SetCamino => ({
  ...{ clase: 'basico', nombre: 'BASICO', atencion: '5123401', estado: 'listo', casos: 8, dudas: 0 },
  ...{ faltas: 0, folios: [], intentos: 0, intento: null },
  ...patch,
})

describe('a road', () => {
  test('that is shown is the newest of its kind that nobody left', () => {
    const roads = [
      breve('cer_3', 'factura', 'abandonada'),
      breve('cer_2', 'boleta', 'set'),
      breve('cer_1', 'factura', 'autorizada'),
    ]
    expect(roadOf(roads, 'factura')?.id).toBe('cer_1')
    expect(roadOf(roads, 'boleta')?.id).toBe('cer_2')
    expect(roadOf(roads.slice(0, 1), 'factura')).toBeNull()
  })

  test('has its stages behind, at hand and to come; boletas have fewer', () => {
    expect(stagesOf({ alcance: 'factura', estado: 'set' }).map(([, marca]) => marca)).toEqual([
      ...(['hecho', 'actual'] as const),
      ...(['despues', 'despues', 'despues', 'despues', 'despues'] as const),
    ])
    expect(stagesOf({ alcance: 'boleta', estado: 'autorizada' })).toEqual([
      ...([['preparacion', 'hecho']] as const),
      ...([['set', 'hecho']] as const),
      ...([['declaracion', 'hecho']] as const),
      ...([['autorizada', 'hecho']] as const),
    ])
    expect(stagesElsewhere('intercambio')).toEqual(['muestras', 'declaracion', 'simulacion'])
    expect(stagesElsewhere('declaracion')).toEqual(['muestras', 'intercambio', 'simulacion'])
    expect(stagesElsewhere('set')).toEqual([])
  })

  test('has words for each state that the API knows', () => {
    expect(Object.keys(ESTADO_SET).toSorted()).toEqual(Object.keys(ESTADOS_SET).toSorted())
    expect(Object.keys(ETAPA).toSorted()).toEqual(Object.keys(ESTADOS_CERTIFICACION).toSorted())
  })
})

describe('the checklist', () => {
  test('has what a person must do first, and says whose turn it is', () => {
    const pendientes = [step('sii', 'revision'), step('timbre', 'enviando'), step('persona', 'emitir')]
    const list = checklistOf({ pendientes, ambiente: 'certificacion' })
    expect(list.map(({ quien }) => quien)).toEqual(['persona', 'timbre', 'sii'])
    expect(turnOf(list, 'certificacion')).toBe('Le toca a usted: 1 paso.')
    expect(turnOf(list.slice(1), 'certificacion')).toContain('Timbre está enviando')
    expect(turnOf([step('sii', 'validacion')], 'certificacion')).toContain('Esta página lo muestra sola')
    // No page of Timbre's sees the end of a review by itself.
    expect(turnOf(list.slice(2), 'certificacion')).toContain('anótelo aquí')
    expect(turnOf(list.slice(2), 'simulacion')).toContain('lea aquí su resultado')
    expect(turnOf([], 'certificacion')).toBe('No queda nada por hacer.')
  })

  test('of a rehearsal asks nobody to apply at a site that is not there', () => {
    const pendientes = [step('persona', 'postular'), step('persona', 'cargar_set')]
    expect(checklistOf({ pendientes, ambiente: 'simulacion' })).toHaveLength(1)
    expect(checklistOf({ pendientes, ambiente: 'certificacion' })).toHaveLength(2)
  })

  test('is asked for again by itself while something is on its way, a report of used folios too', () => {
    const at = (pendientes: Pendiente[], estado: SetCamino['estado'] = 'validado') =>
      isMoving({ sets: [set({ estado })], pendientes })
    expect([at([]), at([], 'enviado')]).toEqual([false, true])
    expect([at([step('persona', 'rcof')]), at([step('sii', 'rcof')]), at([step('sii', 'revision')])]).toEqual(
      [false, true, false],
    )
  })

  test('names what is to be typed, and the folios that lack', () => {
    expect(nameOfDato('track_id')).toBe('Número de envío (Track ID)')
    expect(nameOfDato('tipo_61')).toBe('Nota de crédito, folios que faltan')
  })
})

test('a set is issued when it is ready and has its folios, and a refused one again', () => {
  const folios = [{ tipo_dte: 33, necesita: 4, disponibles: 3 }]
  expect(mayIssue(set({}))).toBe(true)
  expect(mayIssue(set({ estado: 'rechazado' }))).toBe(true)
  expect(mayIssue(set({ clase: 'libro_compras' }))).toBe(true)
  expect(mayIssue(set({ clase: 'simulacion' }))).toBe(false)
  expect(mayIssue(set({ estado: 'con_dudas' }))).toBe(false)
  expect(mayIssue(set({ folios }))).toBe(false)
  expect(lackOf(set({ folios }))).toEqual([{ tipo_dte: 33, faltan: 1 }])
})

test('a simulación takes whole rounds of the sets until there are twenty, and says what lacks', () => {
  const folios = [
    { tipo_dte: 33, necesita: 4, disponibles: 3 },
    { tipo_dte: 61, necesita: 3, disponibles: 9 },
    { tipo_dte: 56, necesita: 1, disponibles: 0 },
  ]
  // Three rounds of eight.
  expect(simulacionLack([set({ folios }), set({ clase: 'libro_ventas' })])).toEqual([
    { tipo_dte: 33, faltan: 9 },
    { tipo_dte: 56, faltan: 3 },
  ])
  expect(simulacionLack([])).toEqual([])
})

test('a simulación is of whole rounds of the sets, as many as are asked for and fit into one envelope', () => {
  const folios = [{ tipo_dte: 33, necesita: 8, disponibles: 0 }]
  expect(simulacionSize([set({ folios })])).toEqual({ size: 8, rounds: 3 })
  expect(simulacionSize([set({ folios })], 41)).toEqual({ size: 8, rounds: 6 })
  expect(simulacionSize([set({ folios })], 100)).toEqual({ size: 8, rounds: 12 })
  expect(simulacionLack([set({ folios })], 41)).toEqual([{ tipo_dte: 33, faltan: 48 }])
  expect(simulacionSize([])).toEqual({ size: 0, rounds: 0 })
})

test('the amounts of an export are hundredths', () => {
  expect(amountOf(202_455, 'DOLAR USA')).toEqual({ value: 2024.55, moneda: 'DOLAR USA' })
  expect(amountOf(202_455, 'CLP')).toEqual({ value: 202_455, moneda: 'CLP' })
})
