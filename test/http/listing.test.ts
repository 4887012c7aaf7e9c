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
    const after = () => {
      steps++
      return names.slice(0, 200)
    }
    const source = { ...sourceOf(names), after }
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

  test('is found by the other party and by when, each alone and together with the rest', async () => {
    const rows = ['76543210-3', '77123456-9', null].flatMap((rut, i) =>
      ['10', '11', '12'].map((hour) => ({ n: `${i}${hour}`, rut, en: `2026-11-20T${hour}:00:00.000Z` })),
    )
    type Row = (typeof rows)[number]
    const listing = {
      words: ({ n }: Row) => [n],
      rut: ({ rut }: Row) => rut,
      instante: ({ en }: Row) => en,
      orden: 'n',
    }
    const ask = async (query: object) => {
      const { rows: found, paginate } = await listed(query, listing, sourceOf(rows))
      return [found.map(({ n }) => n), paginate('http://a/b').total]
    }
    expect(await ask({ rut: '76.543.210-3' })).toEqual([['010', '011', '012'], 3])
    expect(await ask({ rut: '76543210-3', limite: '1', orden: '-n' })).toEqual([['012'], 3])
    expect(await ask({ fecha_desde: '2026-11-20T12:00:00Z' })).toEqual([['012', '112', '212'], 3])
    expect(await ask({ hasta: '2026-11-20T11:00:00Z', rut: '77123456-9' })).toEqual([['110'], 1])
    expect(await ask({ fecha_desde: '2026-11-20', fecha_hasta: '2026-11-20', q: '2' })).toEqual([
      ['012', '112', '210', '211', '212'],
      5,
    ])
    expect(ask({ rut: 'x', pagina: '0' })).rejects.toMatchObject({
      detalles: [{ campo: 'pagina' }, { campo: 'rut' }],
    })
    // The source's own filters are not applied again.
    const alone = await listed({ rut: '1-9', q: 'zz', fecha_desde: 'x' }, { orden: 'n' }, sourceOf(rows))
    expect(alone.rows).toHaveLength(9)
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
