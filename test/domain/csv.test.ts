// Tables as people's programs write them (areas/clientes §4, areas/compras-internacionales §2, extraccion §5).

import { describe, expect, test } from 'bun:test'
import { separadorOf, splitLineas, tableText } from '../../src/domain/csv'
import { cpuMs } from '../support/cpu'

const rows = (text: string, sign?: string) =>
  [...splitLineas(text, sign)].map(({ linea, celdas }) => [linea, celdas])

describe('a table', () => {
  test('has cells in quotes that hold the separator, quotes and line ends, and lines as an editor counts them', () => {
    expect(rows('a;"b;""c"""\r\n"d\ne";f\n\ng')).toEqual([
      [1, ['a', 'b;"c"']],
      [2, ['d\ne', 'f']],
      [4, []],
      [5, ['g']],
    ])
  })

  test('with a quote that nothing closes is read line by line', () => {
    expect(rows('a;"b\nc;d')).toEqual([
      [1, ['a', 'b']],
      [2, ['c', 'd']],
    ])
    expect(rows('7" x 3";d\n5;e')[0]).toEqual([1, ['7" x 3"', 'd']])
  })

  test('of quotes that nothing near closes is read in the time of any other', async () => {
    const text = `"${'\n'.repeat(4100)}`.repeat(200)
    let n = 0
    const took = await cpuMs(() => {
      for (const _ of splitLineas(text)) n++
    })
    expect(n).toBeGreaterThan(1)
    expect(took).toBeLessThan(2000)
  })

  test('of ten megabytes holds nobody up, whatever it is made of', async () => {
    for (const piece of [';', 'a;', '\r', '\n', '"x']) {
      const bytes = Buffer.from(`rut;razon_social\r${piece.repeat(9_000_000 / piece.length)}`)
      // The best of some: the collector of what went before is none of it.
      const times: number[] = []
      for (let i = 0; i < 5; i++)
        times.push(
          await cpuMs(() => {
            const text = tableText(bytes)!
            splitLineas(text, separadorOf(text)).next()
          }),
        )
      expect(Math.min(...times)).toBeLessThan(150)
    }
  })

  test('is text of UTF-8 or UTF-16 by its mark, else of Windows; bytes of anything else are none', () => {
    expect(tableText(Buffer.from('\uFEFFñ;1'))).toBe('ñ;1')
    expect(tableText(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ñ', 'utf16le')]))).toBe('ñ')
    expect(tableText(Buffer.from([0xf1, 0x3b, 0x80]))).toBe('ñ;€')
    expect(tableText(Buffer.from('a\rb'))).toBe('a\nb')
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ]) {
      // Malayalam has a letter of two bytes that are each a CR.
      const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\r഍ñ', 'utf16le')])
      expect(tableText(mark[0] === 0xff ? wide : wide.swap16())).toBe('a\n഍ñ')
    }
    expect(tableText(Buffer.from('a\0b'))).toBeNull()
  })

  test('tells its separator by the first line that says anything', () => {
    expect(['a;b,c;d', '\n\na,b;c,d', 'a\tb\tc,d', 'a'].map(separadorOf)).toEqual([';', ',', '\t', ';'])
  })

  test('may begin with the line by which Excel names the separator: it is counted, and no part of it', () => {
    const text = 'sep=,\r\na;b;c,d\r\ne,f'
    expect([separadorOf(text), separadorOf('"SEP=;"\na,b,c;d')]).toEqual([',', ';'])
    expect(rows(text, ',')).toEqual([
      [2, ['a;b;c', 'd']],
      [3, ['e', 'f']],
    ])
    expect(rows('sep=;ok;b\n1;2')[0]).toEqual([1, ['sep=', 'ok', 'b']])
  })
})
