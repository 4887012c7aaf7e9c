// A webhook's body, and when its deliveries are asked for again (http §12.1).

import { expect, test } from 'bun:test'
import {
  askAgainIn,
  bodyOf,
  draftOf,
  EVENTOS_POR_GRUPO,
  inGroups,
  missing,
  spread,
} from '../../../src/dashboard/webhooks/webhook-form'
import { EVENTOS } from '../../../src/domain/eventos'

test('every kind that happens is offered once, and none that does not', () => {
  const offered = EVENTOS_POR_GRUPO.flatMap(([, eventos]) => eventos)
  expect([...offered].sort()).toEqual(EVENTOS.toSorted())
  for (const [name, eventos] of EVENTOS_POR_GRUPO) expect([name, eventos.length > 0]).toEqual([name, true])
})

test('those of a webhook stand by subject, those that are not told yet too, and none is lost', () => {
  expect(inGroups(['certificado.vencido', 'dte.aceptado', 'folios.bajos', 'dte.acuse'])).toEqual([
    ['Documentos', ['dte.aceptado', 'dte.acuse']],
    ['Folios y certificado', ['folios.bajos', 'certificado.vencido']],
  ])
  const shown = inGroups(EVENTOS).flatMap(([, own]) => own)
  expect([...shown].sort()).toEqual([...EVENTOS].sort())
})

test('all kinds travel as none, which none marked must not', () => {
  const draft = { ...draftOf(), url: ' https://erp.cl/h ', descripcion: ' ' }
  expect(bodyOf(draft)).toEqual({ url: 'https://erp.cl/h', descripcion: null, eventos: [] })
  expect(missing(draft)).toEqual({})
  expect(Object.keys(missing({ ...draft, url: '', todos: false }))).toEqual(['url', 'eventos'])
  expect(bodyOf({ ...draft, todos: false, eventos: ['dte.emitido'] }).eventos).toEqual(['dte.emitido'])
})

test('deliveries are asked for again while one is on its way, and often only while it may arrive', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const pending = (proximo_intento: string | null) => ({ estado: 'pendiente', proximo_intento })
  expect(askAgainIn(undefined, now)).toBe(false)
  expect(askAgainIn([{ estado: 'entregada', proximo_intento: null }], now)).toBe(false)
  expect(askAgainIn([pending('2026-11-22T12:00:05Z')], now)).toBe(1500)
  expect(askAgainIn([pending('2026-11-22T17:00:00Z')], now)).toBe(15_000)
})

test('an answer is spread over lines when it is JSON, else shown as it came', () => {
  expect(spread('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(spread('<html>')).toBe('<html>')
})
