// The table of http §8, read from its README: it has every code with the status that it comes back with, and no other.

import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATUS } from '../../src/http/error-status'

const README = readFileSync(join(import.meta.dir, '../../src/http/README.md'), 'utf8')

/** Code and status of every row: one of two statuses parts their codes by a semicolon, in their order. */
function rowsOf(readme: string): [code: string, status: number][] {
  const section = readme.slice(readme.indexOf('\n## 8. '), readme.indexOf('\n## 9. '))
  return [...section.matchAll(/^\| ([\d, ]+) \| (.*) \|$/gm)].flatMap(([, statuses, cell]) => {
    const parts = cell!.split(';')
    const numbers = statuses!.split(', ').map(Number)
    expect([statuses, parts.length]).toEqual([statuses, numbers.length])
    return numbers.flatMap((status, i) =>
      [...parts[i]!.matchAll(/`(\w+)`/g)].map(([, code]): [string, number] => [code!, status]),
    )
  })
}

const sorted = (rows: [string, number][]) => rows.sort(([a], [b]) => (a < b ? -1 : 1))

test('the table of errors has every code once, with its status, and no code that is not there', () => {
  expect(sorted(rowsOf(README))).toEqual(sorted(Object.entries(STATUS)))
})

test('a row of two statuses is read as two', () => {
  const table =
    '\n## 8. Errors\n| Status | Codes |\n|---|---|\n| 413, 415 | `A` `B`; `C` |\n| 429 | `D` |\n\n## 9. More\n| 500 | `E` |\n'
  expect(rowsOf(table)).toEqual([
    ['A', 413],
    ['B', 413],
    ['C', 415],
    ['D', 429],
  ])
})
