// Rights of a person: from what the API says to a form and back (http §15, §22).

import { expect, test } from 'bun:test'
import {
  changesOf,
  invitationOf,
  isLastOwner,
  noteOf,
  offered,
  rightsOf,
  rightsOfUsuario,
  type Usuario,
  withRol,
} from '../../../src/dashboard/usuarios/rights'
import { PERMISOS, permisosOf } from '../../../src/domain/permisos'

const LECTOR: Usuario = {
  id: 'usr_1',
  nombre: 'Ana',
  email: 'ana@example.cl',
  rol: 'lector',
  permisos: [],
  permisos_extra: ['dte:emitir'],
  permisos_quitados: ['bte:leer'],
  tipos_dte: [39],
  empresas: ['emp_1'],
  created_at: '2026-11-22T12:00:00Z',
  segundo_factor: false,
  ultimo_uso: null,
}

test('what was added and taken is told apart, and goes back as it came', () => {
  const rights = rightsOfUsuario(LECTOR)
  expect(rights.permisos.includes('dte:emitir')).toBe(true)
  expect(rights.permisos.includes('bte:leer')).toBe(false)
  expect(noteOf(rights, 'dte:emitir')).toBe('dte:emitir · agregado al rol')
  expect(noteOf(rights, 'bte:leer')).toBe('bte:leer · quitado del rol')
  expect(noteOf(rights, 'dte:leer')).toBeUndefined()
  expect(changesOf(' Ana ', rights)).toEqual({
    nombre: 'Ana',
    rol: 'lector',
    permisos_extra: ['dte:emitir'],
    permisos_quitados: ['bte:leer'],
    tipos_dte: [39],
    empresas: ['emp_1'],
  })
})

test('another role begins with what it gives; an owner has no limits', () => {
  const rights = rightsOfUsuario(LECTOR)
  expect(changesOf('Ana', withRol(rights, 'contador'))).toMatchObject({
    rol: 'contador',
    permisos_extra: [],
    permisos_quitados: [],
    empresas: ['emp_1'],
  })
  expect(changesOf('Ana', withRol(rights, 'propietario'))).toEqual({
    nombre: 'Ana',
    rol: 'propietario',
    permisos_extra: [],
    permisos_quitados: [],
    tipos_dte: [],
    empresas: [],
  })
})

test('nothing is offered that who asks lacks, nor the account to whom it is limited', () => {
  const own = [...permisosOf('administrador')]
  expect(offered(own, rightsOf('emisor')).includes('billing:administrar')).toBe(false)
  expect(offered(PERMISOS, rightsOf('emisor'))).toEqual([...PERMISOS])
  const limited = offered(PERMISOS, { ...rightsOf('emisor'), empresas: ['emp_1'] })
  expect(PERMISOS.filter((permiso) => !limited.includes(permiso))).toEqual([
    'usuarios:administrar',
    'billing:administrar',
  ])
  // The person's present rights stay in sight.
  expect(offered([], rightsOf('lector'))).toEqual([...permisosOf('lector')])
})

test('an invitation has role and limits', () => {
  expect(invitationOf(' a@b.cl ', { ...rightsOf('emisor'), tipos: [39, 41] })).toEqual({
    email: 'a@b.cl',
    rol: 'emisor',
    empresas: [],
    tipos_dte: [39, 41],
  })
})

test('the last owner is known only from a whole list', () => {
  const owner = { id: 'a', rol: 'propietario' as const }
  const other = { id: 'b', rol: 'lector' as const }
  expect(isLastOwner(owner, [owner, other], true)).toBe(true)
  expect(isLastOwner(owner, [owner, other], false)).toBe(false)
  expect(isLastOwner(owner, [owner, { id: 'c', rol: 'propietario' }], true)).toBe(false)
  expect(isLastOwner(other, [owner, other], true)).toBe(false)
})
