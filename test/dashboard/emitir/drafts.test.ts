// The key of an emission (dashboard §7): the same body goes again under the same one.

import { describe, expect, test } from 'bun:test'
import { keyFor, nameOf } from '../../../src/dashboard/emitir/drafts'

describe('the key of an emission', () => {
  let made = 0
  const create = (): string => `clave-${++made}`
  const body = { tipo_dte: 33, detalle: [{ nombre: 'ñandú' }] }

  test('stays with the body and is new when the body changed', () => {
    const first = keyFor(null, body, create)
    expect(keyFor(first, structuredClone(body), create)).toEqual(first)
    expect(keyFor(first, { ...body, tipo_dte: 34 }, create).clave).not.toBe(first.clave)
  })

  test('bodies have names of their own', () => {
    const names = Array.from({ length: 2000 }, (_, i) => nameOf({ precio: i }))
    expect(new Set(names).size).toBe(2000)
  })
})
