// `q` and `orden` of every list by one way (http §10.1).

import { describe, expect, test } from 'bun:test'
import { listed, sourceOf } from '../../src/http/listing'

const names = Array.from({ length: 450 }, (_, n) => ({ n, nombre: n % 150 === 7 ? `Ñuñoa ${n}` : 'otro' }))
const LISTING = {
  words: ({ n, nombre }: { n: number; nombre: string }) => [n, nombre, `10.0.${n}.5`, `1234${n}-K`],
  orden: 'n',
}
const ask = async (query: object) => {
  const { rows, paginate } = await listed(query, LISTING, sourceOf(names))
  return { rows: rows.map(({ n }) => n), total: paginate('http://a/b').total }
}

describe('a list', () => {
  test('that is walked by its rows is found whole while rows come in and go, and no row twice', async () => {
    const newest = Array.from({ length: 450 }, (_, i) => ({ n: 450 - i, nombre: 'otro' }))
    let next = 451
    const asked: (number | null)[] = []
    const source = {
      rows: (): typeof newest => [],
      total: () => newest.length,
      after(last: (typeof newest)[number] | null, limit: number) {
        asked.push(last ? last.n : null)
        const found = newest.filter(({ n }) => !last || n < last.n).slice(0, limit)
        newest.unshift({ n: next++, nombre: 'otro' })
        return found
      },
    }
    const listing = { ...LISTING, words: ({ nombre }: { nombre: string }) => [nombre] }
    const { rows, paginate } = await listed({ q: 'otro', limite: '2', pagina: '225' }, listing, source)
    expect(rows.map(({ n }) => n)).toEqual([2, 1])
    expect(paginate('http://a/b').total).toBe(450)
    expect(asked).toEqual([null, 251, 51])
    const back = await listed({ q: 'otro', orden: '-n', limite: '2', pagina: '2' }, listing, source)
    expect(back.rows.map(({ n }) => n)).toEqual([3, 4])
  })

  test('is searched no further for a client who left', async () => {
    let steps = 0
    const rows = () => {
      steps++
      return names.slice(0, 200)
    }
    const source = { ...sourceOf(names), rows }
    await listed({ q: 'otro' }, LISTING, source, AbortSignal.abort())
    expect(steps).toBe(1)
  })

  test('is in its order, page by page', async () => {
    expect(await ask({ limite: '3', pagina: '2' })).toEqual({ rows: [3, 4, 5], total: 450 })
    expect((await ask({ limite: '100', pagina: '6' })).rows).toEqual([])
  })

  test('is in the order from the end, page by page to the last', async () => {
    expect(await ask({ orden: '-n', limite: '3' })).toEqual({ rows: [449, 448, 447], total: 450 })
    expect((await ask({ orden: '-n', limite: '100', pagina: '5' })).rows.slice(-2)).toEqual([1, 0])
    expect((await ask({ orden: '-n', limite: '100', pagina: '6' })).rows).toEqual([])
  })

  test('is searched whole, without regard to capitals and accents', async () => {
    expect(await ask({ q: ' NUNOA ' })).toEqual({ rows: [7, 157, 307], total: 3 })
    expect(await ask({ q: 'ñuñoa', orden: '-n', limite: '2' })).toEqual({ rows: [307, 157], total: 3 })
    // As it was typed, an address or an amount, and as a RUT is kept.
    expect(await ask({ q: '10.0.31.5' })).toEqual({ rows: [31], total: 1 })
    expect(await ask({ q: '1.234.31-k' })).toEqual({ rows: [31], total: 1 })
    expect(await ask({ q: '' })).toMatchObject({ total: 450 })
  })
})
