// Typed forms are kept in the browser (dashboard §7): fifty of a kind, thirty days, of one person, company
// and environment.

import { beforeEach, expect, test } from 'bun:test'
import { createKeptForms, type FormStorage, writtenOf } from '../../../src/dashboard/shell/kept-forms'

const OWNER = { usuario: 'usr_1', empresa: 'emp_1', ambiente: 'simulacion' }
const NOW = Date.parse('2026-11-22T12:00:00Z')
const DAY = 86_400_000

let kept: Map<string, string>
let storage: FormStorage
let now: number
beforeEach(() => {
  kept = new Map()
  now = NOW
  storage = {
    get length() {
      return kept.size
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
})

const formsOf = (owner = OWNER, kind: 'emision' | 'bte' = 'bte', given: FormStorage | null = storage) =>
  createKeptForms<{ nombre: string }>(given, owner, kind, () => new Date(now))

test('what is kept comes back whole, newest first, until it is removed', () => {
  expect(formsOf().put('a', { nombre: 'Una' })).toBe(true)
  now += 1000
  formsOf().put('', { nombre: 'Otra' })
  expect(formsOf().list()).toEqual([
    { id: '', nombre: 'Otra', cambio: '2026-11-22T12:00:01.000Z' },
    { id: 'a', nombre: 'Una', cambio: '2026-11-22T12:00:00.000Z' },
  ])
  formsOf().remove('a')
  expect(formsOf().get('a')).toBeNull()
})

test('another person, company, environment or kind sees none of them', () => {
  formsOf().put('a', { nombre: 'Una' })
  for (const other of [{ usuario: 'usr_2' }, { empresa: 'emp_2' }, { ambiente: 'produccion' }]) {
    expect(formsOf({ ...OWNER, ...other }).list()).toEqual([])
    expect(formsOf({ ...OWNER, ...other }).get('a')).toBeNull()
  }
  expect(formsOf(OWNER, 'emision').list()).toEqual([])
})

test('its key is one that logging out clears', () => {
  formsOf().put('a', { nombre: 'Una' })
  expect([...kept.keys()]).toEqual(['timbre:borrador:usr_1:bte:emp_1:simulacion:a'])
})

test('the fifty-first pushes out the oldest; the one being written is never the one', () => {
  for (let i = 0; i < 51; i++) {
    now += 1000
    formsOf().put(`d${i}`, { nombre: 'Una' })
  }
  expect(formsOf().list()).toHaveLength(50)
  expect(formsOf().get('d0')).toBeNull()
  formsOf().put('d1', { nombre: 'Otra' })
  expect(formsOf().list()).toHaveLength(50)
})

test('after thirty days, or of a shape that cannot be read, it is gone and makes room', () => {
  formsOf().put('old', { nombre: 'Una' })
  kept.set('timbre:borrador:usr_1:bte:emp_1:simulacion:v0', JSON.stringify({ version: 0, nombre: 'Una' }))
  kept.set('timbre:borrador:usr_1:bte:emp_1:simulacion:broken', '{')
  now += 31 * DAY
  expect(formsOf().list()).toEqual([])
  formsOf().put('new', { nombre: 'Otra' })
  expect([...kept.keys()]).toEqual(['timbre:borrador:usr_1:bte:emp_1:simulacion:new'])
})

test('a storage that is full, shut or absent is said, and breaks nothing', () => {
  const full: FormStorage = {
    ...storage,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  for (const given of [full, null]) {
    const forms = formsOf(OWNER, 'bte', given)
    expect(forms.put('a', { nombre: 'Una' })).toBe(false)
    expect(forms.list()).toEqual([])
    forms.remove('a')
  }
})

test('what is kept of a form is what differs from how it began', () => {
  const first = { nombre: '', servicios: [{ monto: null as number | null }], fecha: null as string | null }
  expect(writtenOf({ ...first, servicios: [{ monto: null }] }, first)).toEqual({})
  expect(writtenOf({ ...first, servicios: [{ monto: 5 }] }, first)).toEqual({ servicios: [{ monto: 5 }] })
})
