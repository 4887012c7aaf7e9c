// Comments are plain sentences (src §5.1): one that opens with Of, Who or Whose has to be read twice.

import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const FILES = [...new Bun.Glob('{src,test}/**/*.{ts,tsx,css}').scanSync(ROOT)].sort()

/** A line whose comment, at its start or behind code, opens so. */
const BACKWARDS = /(?:^|\s|\{)(?:\/\/|\/\*\*?|\*) *(?:Of|Who|Whose)\b/

test('no comment opens with Of, Who or Whose', () => {
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (BACKWARDS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
