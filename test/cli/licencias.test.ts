// `timbre licencias`: what is inside the binary is inside with its notice (http §23).

import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timbre } from './spawn'

const ROOT = join(import.meta.dir, '../..')
/** Types and compilers; `bun` is told with what it links. */
const NOT_INSIDE = /^(@types\/.*|@typescript\/.*|bun-types|csstype|openapi-types|undici-types|typescript)$/

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; version: string }>
}

test('tells of each runtime dependency of package-lock, its version and the text of its licence', async () => {
  const { status, out, err } = await timbre(['licencias'])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  const blocks = new Map(out.split(/^=== /m).map((block) => [block.split('\n')[0]!, block]))
  const inside = Object.entries(packages).filter(
    ([path, { dev }]) => path && !dev && !NOT_INSIDE.test(path.replace(/^.*node_modules\//, '')),
  )
  expect(inside.length).toBeGreaterThan(30)
  for (const [path, { version }] of inside) {
    const name = path.replace(/^.*node_modules\//, '')
    const block = [...blocks].find(([head]) => head.startsWith(`${name} ${version} (`))?.[1]
    expect([name, block !== undefined]).toEqual([name, true])
    const folder = join(ROOT, path)
    const file = existsSync(folder) && readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
    if (file) expect(block).toContain(readFileSync(join(folder, file), 'utf8').trim())
    else
      expect(block).toMatch(
        /Copyright[\s\S]*(Permission is hereby granted|Apache License)|released into the public domain/,
      )
  }
})

test('tells of what no package brings: Bun and what it links, SQLite, the font', async () => {
  const { out } = await timbre(['licencias'])
  for (const text of [
    `=== Bun ${packages['node_modules/bun']!.version} (MIT)`,
    'Bun statically links JavaScriptCore',
    'GNU LIBRARY GENERAL PUBLIC LICENSE',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'The author disclaims copyright',
    '=== IBM Plex Sans 5.3.0 (OFL-1.1)',
    'SIL OPEN FONT LICENSE Version 1.1',
    'Reserved Font Name "Plex"',
  ])
    expect(out).toContain(text)
})
