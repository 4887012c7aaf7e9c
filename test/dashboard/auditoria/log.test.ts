// The log of changes in words (contract §22).

import { expect, test } from 'bun:test'
import { detailsOf, queryOf, SIN_FILTROS, TEMAS, wordsOf } from '../../../src/dashboard/auditoria/log'
import { ACCIONES } from '../../../src/domain/auditoria'

test('every subject has a name of its own, and actions read as words', () => {
  for (const [id, words] of TEMAS) expect([id, words === id]).toEqual([id, false])
  expect(wordsOf('usuario.invitacion_anulada')).toBe('Usuarios: invitación anulada')
  expect(wordsOf('auth.login_fallido')).toBe('Acceso: login fallido')
  for (const accion of ACCIONES) expect(wordsOf(accion)).toMatch(/^[A-ZÁÉÍÓÚ][\wáéíóú]+: [a-záéíóú ]+$/)
})

test('empty filters are not sent', () => {
  expect(queryOf(SIN_FILTROS)).toEqual({})
  expect(queryOf({ desde: '2026-11-01', hasta: '', usuario: ' a@b.cl ', tema: 'apikey' })).toEqual({
    desde: '2026-11-01',
    usuario: 'a@b.cl',
    accion: 'apikey',
  })
})

test('details are said without what is nothing', () => {
  expect(
    detailsOf({
      nombre: 'ERP',
      scopes: ['dte:leer', 'dte:emitir'],
      ips: [],
      expires_at: null,
      activo: false,
      r: { n: 1 },
    }),
  ).toEqual(['nombre: ERP', 'scopes: dte:leer, dte:emitir', 'activo: no', 'r: {"n":1}'])
})
