// Drafts in the browser (dashboard §7): fifty, thirty days, of one person, company and environment.

import { describe, expect, test } from 'bun:test'
import {
  createDrafts,
  type Draft,
  type DraftStorage,
  keyFor,
  nameOf,
} from '../../../src/dashboard/emitir/drafts'
import { emptyForm } from '../../../src/dashboard/emitir/form'

const NOW = new Date('2026-11-22T12:00:00Z')
const OWNER = { usuario: 'usr_1', empresa: 'emp_1', ambiente: 'simulacion' }

function createStorage(): DraftStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const FORM = emptyForm(33, false)
const draft = (id: string, cambio = NOW.toISOString()): Draft => ({
  ...{ id, tipo: 33, form: FORM, cambio, receptor: 'Río Claro', enviado: null },
})
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString()

test('what is kept comes back whole, newest first', () => {
  const drafts = createDrafts(createStorage(), OWNER, () => NOW)
  expect(drafts.put(draft('a', daysAgo(2)))).toBe(true)
  drafts.put({ ...draft('b', daysAgo(1)), enviado: { cuerpo: 'x', clave: 'k' } })
  expect(drafts.list().map(({ id }) => id)).toEqual(['b', 'a'])
  expect(drafts.get('b')).toEqual({ ...draft('b', daysAgo(1)), enviado: { cuerpo: 'x', clave: 'k' } })
  drafts.remove('b')
  expect(drafts.get('b')).toBeNull()
})

test('another person, company or environment sees none of them', () => {
  const storage = createStorage()
  createDrafts(storage, OWNER, () => NOW).put(draft('a'))
  for (const other of [{ usuario: 'usr_2' }, { empresa: 'emp_2' }, { ambiente: 'produccion' }]) {
    const drafts = createDrafts(storage, { ...OWNER, ...other }, () => NOW)
    expect(drafts.list()).toEqual([])
    expect(drafts.get('a')).toBeNull()
  }
})

test('the fifty-first pushes out the oldest; the one being written is never the one', () => {
  const drafts = createDrafts(createStorage(), OWNER, () => NOW)
  for (let i = 0; i < 51; i++)
    drafts.put(draft(`d${i}`, new Date(NOW.getTime() - (60 - i) * 1000).toISOString()))
  expect(drafts.list()).toHaveLength(50)
  expect(drafts.get('d0')).toBeNull()
  drafts.put(draft('d1'))
  expect(drafts.list()).toHaveLength(50)
})

test('after thirty days, or of a version that cannot be read, it is gone', () => {
  const storage = createStorage()
  const drafts = createDrafts(storage, OWNER, () => NOW)
  drafts.put(draft('old', daysAgo(31)))
  storage.setItem('timbre:borrador:usr_1:emp_1:simulacion:v0', JSON.stringify({ ...draft('v0'), version: 0 }))
  storage.setItem('timbre:borrador:usr_1:emp_1:simulacion:broken', '{')
  expect(drafts.list()).toEqual([])
  drafts.put(draft('new'))
  expect([...storage.kept.keys()]).toEqual(['timbre:borrador:usr_1:emp_1:simulacion:new'])
})

test('a storage that is full, shut or absent is said, and breaks nothing', () => {
  const full: DraftStorage = {
    ...createStorage(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  for (const storage of [full, null]) {
    const drafts = createDrafts(storage, OWNER, () => NOW)
    expect(drafts.put(draft('a'))).toBe(false)
    expect(drafts.list()).toEqual([])
    drafts.remove('a')
  }
})

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
