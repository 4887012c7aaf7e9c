// Long JSON read in pieces says what it says read at once.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseLong } from '../../src/base/long-json'

/** Parses, and counts the turns that others had. */
async function read(text: string) {
  let turns = 0
  const value = await parseLong(text, () => {
    turns++
    return undefined
  })
  return { value, turns }
}

const filas = (count: number, more: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({
    folio: i,
    nombre: `Ñandú ${i} y compañía`.repeat(3),
    ...more(i),
  }))

describe('a long list', () => {
  test('is read in pieces, with what stands around it in its place', async () => {
    const answer = {
      meta: { a: [1] },
      n: null,
      data: filas(20_000),
      vacia: [],
      otra: filas(3),
      estado: { c: 0 },
    }
    const { value, turns } = await read(JSON.stringify(answer))
    expect(value).toEqual(answer)
    expect(Object.keys(value as object)).toEqual(Object.keys(answer))
    expect(turns).toBeGreaterThan(10)
  })

  test('may hold lists, and texts that look like its ends', async () => {
    const answer = {
      data: filas(9000, (i) => ({ texto: 'a"},{"b":1},{', lista: [{ x: i }, { y: '}]},{' }], vacio: {} })),
      respEstado: { codRespuesta: 0 },
    }
    const { value, turns } = await read(JSON.stringify(answer))
    expect(value).toEqual(answer)
    expect(turns).toBeGreaterThan(10)
  })

  test('is read at once where it has blanks, or is not the root’s own', async () => {
    const pretty = { data: filas(3000) }
    expect(await read(JSON.stringify(pretty, null, 1))).toEqual({ value: pretty, turns: 0 })
    const deep = { dentro: { data: filas(3000) }, fuera: [{ a: 1 }] }
    expect((await read(JSON.stringify(deep))).value).toEqual(deep)
    const list = filas(3000)
    expect((await read(JSON.stringify(list))).value).toEqual(list)
  })

  test('cut short anywhere is refused', async () => {
    const text = JSON.stringify({ data: filas(9000), respEstado: { codRespuesta: 0 } })
    for (const part of [0.1, 0.5, 0.99]) {
      const refused = await parseLong(text.slice(0, text.length * part), () => undefined).catch((f) => f)
      expect(refused).toBeInstanceOf(SyntaxError)
    }
  })
})

test('whatever it is, it says the same', async () => {
  const valor = fc.jsonValue({ maxDepth: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), valor),
      fc.array(valor),
      fc.integer({ min: 1, max: 60 }),
      async (root, rows, times) => {
        const long = 'x'.repeat(3000)
        const data = Array.from({ length: times }, () => [{ long }, ...rows.map((row) => ({ row }))]).flat()
        const text = JSON.stringify({ ...root, data })
        expect(await parseLong(text, () => undefined)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 200 },
  )
})
