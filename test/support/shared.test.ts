import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needOf } from './shared'

const dir = mkdtempSync(join(tmpdir(), 'timbre-shared-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('cases that need ../shared are skipped without it, and in CI fail when it is there and cannot be read', () => {
  const [absent, empty, whole] = ['absent', 'empty', 'whole'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(empty)
  mkdirSync(join(whole, 'sii/schemas'), { recursive: true })
  expect([absent, empty, whole].map((folder) => needOf(folder, '1'))).toEqual(['skipped', 'failed', 'played'])
  expect([absent, empty, whole].map((folder) => needOf(folder, undefined))).toEqual([
    'skipped',
    'skipped',
    'played',
  ])
})
