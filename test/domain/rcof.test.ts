import { describe, expect, test } from 'bun:test'
import { type Contado, isObligatorio, sumRcof } from '../../src/domain/rcof'

const run = (tipoDte: number, desde: number, hasta = desde, total = 1190): Contado => ({
  tipoDte,
  desde,
  hasta,
  neto: 1000,
  exento: 0,
  iva: 190,
  total,
})

describe('the report of a day', () => {
  test('counts issued and annulled folios apart and together, in the ranges that they make', () => {
    const [boletas, ...others] = sumRcof(
      [run(39, 101, 118), run(39, 120)],
      [{ tipoDte: 39, desde: 119, hasta: 119 }],
    )
    expect(others).toEqual([])
    expect(boletas).toEqual({
      tipoDte: 39,
      neto: 2000,
      iva: 380,
      exento: 0,
      total: 2380,
      emitidos: 19,
      anulados: 1,
      utilizados: 20,
      rangos: [
        [101, 118],
        [120, 120],
      ],
      rangosAnulados: [[119, 119]],
    })
  })

  test('joins runs that touch, whatever their order', () => {
    expect(sumRcof([run(39, 7), run(39, 5), run(39, 6), run(39, 9)], [])[0]!.rangos).toEqual([
      [5, 7],
      [9, 9],
    ])
  })

  test('tells of each type that was used, in the order of the file', () => {
    const types = sumRcof([run(61, 1), run(41, 1)], [{ tipoDte: 39, desde: 3, hasta: 4 }])
    expect(types.map(({ tipoDte, utilizados }) => [tipoDte, utilizados])).toEqual([
      [39, 2],
      [41, 1],
      [61, 1],
    ])
  })

  test('of a day without any is one of 39 with zeros', () => {
    const zero = { neto: 0, iva: 0, exento: 0, total: 0, emitidos: 0, anulados: 0, utilizados: 0 }
    expect(sumRcof([], [])).toEqual([{ tipoDte: 39, ...zero, rangos: [], rangosAnulados: [] }])
  })

  test('was due until the end of July of 2022', () => {
    expect([isObligatorio('2022-07-31'), isObligatorio('2022-08-01')]).toEqual([true, false])
  })
})
