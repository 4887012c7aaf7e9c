// Which answers an event makes old, and that no company's can be taken for another's (dashboard §9, §15).

import { afterEach, expect, test } from 'bun:test'
import { contexto, holdPlace } from '../../../src/dashboard/api/client'
import { claveOf } from '../../../src/dashboard/api/keys'
import { INVALIDA, isOldAfter } from '../../../src/dashboard/api/stale'
import { EVENTOS } from '../../../src/domain/eventos'

afterEach(() => {
  contexto.empresaId = null
  contexto.ambiente = null
})

test('the key of an answer names company and environment, but for what is the person’s', () => {
  contexto.empresaId = 'emp_A'
  const [a, me] = [claveOf('GET /v1/documentos', { query: { q: 'x' } }), claveOf('GET /auth/me')]
  contexto.empresaId = 'emp_B'
  expect(claveOf('GET /v1/documentos', { query: { q: 'x' } })).not.toEqual(a)
  contexto.ambiente = 'produccion'
  expect(claveOf('GET /v1/documentos')).toEqual(['emp_B', 'produccion', 'GET /v1/documentos', null])
  expect(claveOf('GET /auth/me')).toEqual(me)
})

test('what was begun for a company knows when the page is about another, or looks at another environment', () => {
  contexto.empresaId = 'emp_A'
  const isSame = holdPlace()
  expect(isSame()).toBe(true)
  contexto.empresaId = 'emp_B'
  expect(isSame()).toBe(false)
  contexto.empresaId = 'emp_A'
  contexto.ambiente = 'produccion'
  expect(isSame()).toBe(false)
})

test('the end of a job makes old the received documents that it may have answered', () => {
  contexto.empresaId = 'emp_A'
  expect(isOldAfter('trabajo.terminado', claveOf('GET /v1/recibidos', { query: {} }))).toBe(true)
})

test('each event that happens makes something old, and only of its subject', () => {
  expect(Object.keys(INVALIDA).sort()).toEqual(EVENTOS.toSorted())
  for (const [evento, rutas] of Object.entries(INVALIDA))
    expect([evento, rutas.length > 0]).toEqual([evento, true])
  contexto.empresaId = 'emp_A'
  const [lista, folios] = [claveOf('GET /v1/documentos'), claveOf('GET /v1/dte/folios')]
  expect([isOldAfter('dte.aceptado', lista), isOldAfter('dte.aceptado', folios)]).toEqual([true, false])
  expect([isOldAfter('dte.emitido', folios), isOldAfter('folios.bajos', lista)]).toEqual([true, false])
})
