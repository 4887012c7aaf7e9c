// The words in which a rehearsal is refused before it begins (areas/certificacion §6).

import { expect, test } from 'bun:test'
import { readSets } from '../../src/cli/ensayo'
import { runHere } from './in-process'

const ensayo = (...words: string[]) => runHere(['certificar', 'ensayo', ...words])

test.each([
  ['libro_ventas', 'contra el set basico o exenta: ensáyelo también, como basico,libro_ventas'],
  ['libro_guias', 'contra el set guia: ensáyelo también, como guia,libro_guias'],
  ['basico,libro_guias', 'revisa libro_guias contra el set guia'],
])('%s is refused without the set that its book is judged against', async (sets, words) => {
  const { status, err } = await ensayo('--sets', sets)
  expect([status, err]).toEqual([2, expect.stringContaining(words)])
})

test('a book is rehearsed behind its set, in whatever order they were asked for', () => {
  expect(readSets('libro_ventas,libro_compras,exenta,libro_ventas')).toEqual([
    ...['exenta', 'libro_ventas', 'libro_compras'],
  ])
})

test.each([
  [['--semilla', '-1'], '--semilla lleva un valor que no empieza con guion: no «-1»'],
  [['--semilla=-1'], '--semilla es un número de 0 a 999999999, como 7: no «-1»'],
  [['--semilla', '99999999999'], 'no «99999999999»'],
  [['--semilla'], 'La opción --semilla necesita un valor'],
])('a seed of %j is refused in a sentence', async (words, said) => {
  const { status, err } = await ensayo(...words)
  expect([status, err]).toEqual([2, expect.stringContaining(said)])
})
