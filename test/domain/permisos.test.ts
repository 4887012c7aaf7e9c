// Roles and scopes (http §15).

import { describe, expect, test } from 'bun:test'
import {
  expandScopes,
  PERMISOS,
  permisosOf,
  ROLES,
  SCOPES,
  SCOPES_POR_DEFECTO,
} from '../../src/domain/permisos'

describe('roles', () => {
  test('the owner may do all, the administrator all but billing', () => {
    expect([...permisosOf('propietario')]).toEqual([...PERMISOS])
    expect(PERMISOS.filter((permiso) => !permisosOf('administrador').has(permiso))).toEqual([
      'billing:administrar',
    ])
  })

  test('every role reads; the reader does nothing else', () => {
    const reads = PERMISOS.filter((permiso) => permiso.endsWith(':leer'))
    for (const rol of ROLES) for (const permiso of reads) expect(permisosOf(rol).has(permiso)).toBe(true)
    expect([...permisosOf('lector')]).toEqual(reads)
  })

  test('the issuer issues and keeps customers; the accountant reconciles and does not issue', () => {
    for (const permiso of ['dte:emitir', 'clientes:escribir'] as const) {
      expect(permisosOf('emisor').has(permiso)).toBe(true)
      expect(permisosOf('contador').has(permiso)).toBe(false)
    }
    for (const permiso of [
      'rcv:sincronizar',
      'rcof:enviar',
      'acuse:registrar',
      'recibidos:gestionar',
      'compras_int:gestionar',
      'historia:gestionar',
    ] as const) {
      expect(permisosOf('contador').has(permiso)).toBe(true)
      expect(permisosOf('emisor').has(permiso)).toBe(false)
    }
    for (const rol of ['emisor', 'contador', 'lector'] as const) {
      // Accounts and rules of vouchers are the accountant's own work.
      const own = rol === 'contador' ? ['contabilidad:administrar'] : []
      expect([...permisosOf(rol)].filter((permiso) => permiso.endsWith(':administrar'))).toEqual(own as never)
    }
  })
})

describe('scopes', () => {
  test('dte:* is every permission of dte', () => {
    expect(expandScopes(['dte:*'])).toEqual(['dte:emitir', 'dte:leer', 'dte:anular'])
    expect(expandScopes(['dte:leer', 'dte:leer'])).toEqual(['dte:leer'])
    expect(SCOPES).toContain('compras_int:*')
  })

  test('the default leaves out users, keys and billing', () => {
    for (const subject of ['usuarios', 'apikeys', 'billing', 'webhooks']) {
      expect(SCOPES_POR_DEFECTO.filter((permiso) => permiso.startsWith(subject))).toEqual([])
    }
  })
})
