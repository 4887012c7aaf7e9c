// What is typed of a version is kept in the browser, and goes with whoever logs out.

import { beforeEach, expect, test } from 'bun:test'
import { createTemplateDrafts, type TemplateStorage } from '../../../src/dashboard/plantillas/template-drafts'
import { draftOf } from '../../../src/dashboard/plantillas/template-form'

let kept: Map<string, string>
let storage: TemplateStorage
let now: Date
beforeEach(() => {
  kept = new Map()
  now = new Date('2026-11-22T12:00:00Z')
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

const of = (empresa: string, given: TemplateStorage | null = storage) =>
  createTemplateDrafts(given, { usuario: 'usr_1', empresa }, () => now)

test('each company and version begun from has its own, newest first', () => {
  of('emp_1').put('', { ...draftOf(), nombre: 'Una' })
  now = new Date('2026-11-22T12:01:00Z')
  of('emp_1').put('pla_1', { ...draftOf(), nombre: 'Otra' })
  expect(
    of('emp_1')
      .list()
      .map(({ desde, draft }) => [desde, draft.nombre]),
  ).toEqual([
    ['pla_1', 'Otra'],
    ['', 'Una'],
  ])
  expect(of('emp_2').list()).toEqual([])
  of('emp_1').remove('pla_1')
  expect(of('emp_1').get('pla_1')).toBeNull()
})

test('its key is one that logging out clears, and that no draft of an emission has', () => {
  of('emp_1').put('', draftOf())
  expect([...kept.keys()]).toEqual(['timbre:borrador:usr_1:plantilla:emp_1:'])
})

test('one of over a month, or that is no form, is not offered and makes room', () => {
  of('emp_1').put('pla_1', draftOf())
  kept.set('timbre:borrador:usr_1:plantilla:emp_1:pla_2', '{')
  now = new Date('2026-12-30T12:00:00Z')
  expect(of('emp_1').list()).toEqual([])
  of('emp_1').put('', draftOf())
  expect(kept.size).toBe(1)
})

test('a storage that is full or shut keeps nothing and breaks nothing', () => {
  const full: TemplateStorage = {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(of('emp_1', full).put('', draftOf())).toBe(false)
  expect(of('emp_1', null).put('', draftOf())).toBe(false)
  expect(of('emp_1', null).list()).toEqual([])
})
