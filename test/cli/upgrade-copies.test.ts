import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyName, dropOldCopies, dropRepeatedCopies, type Tell, UPGRADE } from '../../src/cli/upgrade-copies'
import { inTempDir } from './spawn'

const NAMES = [
  'timbre.db.antes-de-actualizar-20260101000000',
  'timbre.db.antes-de-actualizar-20260102000000',
  'timbre.db.antes-de-actualizar-20260102000000-2',
  'timbre.db.antes-de-actualizar-20260102000000-10',
  'timbre.db.antes-de-actualizar-20260103000000',
] as const
const OTHERS = [
  'timbre.db',
  'timbre.db.antes-de-0051_x-20260101000000',
  'timbre.db.antes-de-actualizar-20250101000000.parcial',
  'timbre.db.antes-de-actualizar-mia',
]

const SILENT: Tell = { dropped: () => {}, failed: () => {} }

/** The names that are left of `names` once the one at `made` was made; and what was said. */
const after = (names: readonly string[], made: string) =>
  inTempDir((dir) => {
    for (const name of [...names, ...OTHERS]) writeFileSync(join(dir, name), 'x')
    const said: string[] = []
    const dropped = dropOldCopies(join(dir, made), { ...SILENT, dropped: (path) => void said.push(path) })
    expect(said).toEqual(dropped)
    const left = readdirSync(dir)
    expect(left).toEqual(expect.arrayContaining(OTHERS.filter((name) => !name.endsWith('.parcial'))))
    return left.filter((name) => names.includes(name)).sort()
  })

test('an upgrade keeps the newest three copies, its own among them, and says which it deleted', async () => {
  expect(await after(NAMES, NAMES[4])).toEqual([NAMES[4], NAMES[3], NAMES[2]].sort())
})

test('two or three copies all stay', async () => {
  expect(await after(NAMES.slice(2), NAMES[4])).toEqual([...NAMES.slice(2)].sort())
})

test('where the clock went back neither its own copy nor a younger one goes', async () => {
  expect(await after(NAMES, NAMES[0])).toEqual([...NAMES].sort())
  expect(await after(NAMES, NAMES[1])).toEqual(NAMES.slice(1).sort())
})

test('what a copy that was cut left goes with the next upgrade', () =>
  inTempDir((dir) => {
    const half = join(dir, OTHERS[2]!)
    writeFileSync(half, 'x')
    writeFileSync(join(dir, NAMES[0]), 'x')
    expect(dropOldCopies(join(dir, NAMES[0]), SILENT)).toEqual([half])
  }))

test('two copies of one second have two names', () =>
  inTempDir((dir) => {
    const [path, at] = [join(dir, 'timbre.db'), new Date('2026-01-02T03:04:05Z')]
    writeFileSync(copyName(path, UPGRADE, at), 'x')
    expect(copyName(path, UPGRADE, at)).toBe(`${path}.antes-de-actualizar-20260102030405-2`)
  }))

test('of the copies before one migration the first and the last are kept, and those before another are left', () =>
  inTempDir((dir) => {
    const names = [
      '0051_x-20260101000000',
      '0051_x-20260102000000',
      '0051_x-20260103000000',
      '0052_y-20260101000000',
      'actualizar-20260101000000',
    ]
    for (const name of names) writeFileSync(join(dir, `timbre.db.antes-de-${name}`), 'x')
    writeFileSync(join(dir, 'otra.db.antes-de-0051_x-20260101000000'), 'x')
    dropRepeatedCopies(join(dir, 'timbre.db.antes-de-0051_x-20260103000000'), SILENT)
    expect(readdirSync(dir).sort()).toEqual([
      'otra.db.antes-de-0051_x-20260101000000',
      ...names.filter((_, n) => n !== 1).map((name) => `timbre.db.antes-de-${name}`),
    ])
  }))
