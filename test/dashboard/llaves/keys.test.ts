// A new key's body, its presets, and how the state of one is told (http §15).

import { describe, expect, test } from 'bun:test'
import {
  bodyOf,
  curlOf,
  linesOf,
  missing,
  newDraft,
  presetOf,
  scopesOf,
} from '../../../src/dashboard/llaves/key-form'
import { apart, keyState } from '../../../src/dashboard/llaves/key-state'
import { PERMISOS, permisosOf } from '../../../src/domain/permisos'

const NOW = new Date('2026-11-22T15:00:00Z')
const EMPRESA = { id: 'emp_1', ambiente: 'simulacion' } as const

describe('a new key', () => {
  test('is offered for a year, to its last second in Chile, and for documents alone', () => {
    const draft = { ...newDraft(EMPRESA, PERMISOS, NOW), nombre: ' ERP ' }
    expect(draft.hasta).toBe('2027-11-22')
    expect(bodyOf(draft)).toEqual({
      nombre: 'ERP',
      empresa_id: 'emp_1',
      ambiente: 'simulacion',
      scopes: ['dte:emitir', 'dte:leer', 'dte:anular'],
      expires_at: '2027-11-23T02:59:59.000Z',
    })
  })

  test('without a last day, and from some addresses', () => {
    const body = bodyOf({
      ...newDraft(EMPRESA, PERMISOS, NOW),
      hasta: '',
      ips: '203.0.113.7\n 2001:db8::/32, ',
    })
    expect('expires_at' in body).toBe(false)
    expect(body.ips).toEqual(['203.0.113.7', '2001:db8::/32'])
    expect(linesOf(' \n')).toEqual([])
  })

  test('is never offered more than its maker may', () => {
    const emisor = [...permisosOf('emisor')]
    expect(scopesOf('dte', [...permisosOf('lector')])).toEqual(['dte:leer'])
    expect(scopesOf('leer', emisor)).toEqual(PERMISOS.filter((one) => one.endsWith(':leer')))
    expect(presetOf(scopesOf('emitir', emisor), emisor)).toBe('emitir')
    expect(presetOf(['dte:emitir', 'folios:leer'], emisor)).toBe('medida')
  })

  test('without a name, or without scopes (the API would give its usual ones), it is not sent', () => {
    const draft = newDraft(EMPRESA, PERMISOS, NOW)
    expect(Object.keys(missing({ ...draft, nombre: '  ', scopes: [] }))).toEqual(['nombre', 'scopes'])
    expect(missing({ ...draft, nombre: 'ERP' })).toEqual({})
  })

  test('comes with a request that it may make', () => {
    expect(curlOf('http://h', 'dte_sim_x', ['dte:emitir', 'dte:leer'])).toBe(
      "curl -H 'X-API-Key: dte_sim_x' 'http://h/v1/documentos?limite=1'",
    )
    expect(curlOf('http://h', 'k', ['dte:emitir'])).toContain("'http://h/v1/dte/validar'")
    expect(curlOf('http://h', 'k', ['empresa:leer'])).toContain('/v1/empresa/actual')
    expect(curlOf('http://h', 'k', ['webhooks:administrar'])).toBeNull()
  })
})

test('those that still work stand apart from those that ended, a rotated one by its last day', () => {
  const ends = (revoked_at: string | null, expires_at: string | null = null) => ({ revoked_at, expires_at })
  const [forever, rotated] = [ends(null), ends('2026-11-23T15:00:00Z')]
  const [revoked, expired] = [ends('2026-11-22T14:00:00Z'), ends(null, '2026-11-01T00:00:00Z')]
  expect(apart([revoked, forever, expired, rotated], NOW)).toEqual({
    live: [forever, rotated],
    ended: [revoked, expired],
  })
})

test.each([
  [null, null, 'bien', 'Sin vencimiento', true, true],
  ['2027-11-22T15:00:00Z', null, 'bien', 'Vence el 22-11-2027', true, true],
  ['2026-12-01T15:00:00Z', null, 'aviso', 'Vence el 01-12-2026', true, true],
  ['2026-11-22T15:00:00Z', null, 'mal', 'Venció el 22-11-2026', false, false],
  [null, '2026-11-23T15:00:00Z', 'aviso', 'Rotada: sirve hasta el 23-11-2026 12:00', false, true],
  [null, '2026-11-22T15:00:00Z', 'neutro', 'Revocada el 22-11-2026', false, false],
  ['2026-11-01T15:00:00Z', '2026-10-22T15:00:00Z', 'neutro', 'Revocada el 22-10-2026', false, false],
] as const)(
  'a key that ends %p and was revoked %p is %s: %s',
  (expires_at, revoked_at, tone, words, alive, works) => {
    expect(keyState({ expires_at, revoked_at }, NOW)).toMatchObject({ tone, words, alive, works })
  },
)
