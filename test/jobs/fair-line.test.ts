// Everybody's share of work that is done one at a time (issue 11 §6).

import { describe, expect, test } from 'bun:test'
import { createFairLine } from '../../src/jobs/fair-line'

describe('a fair line', () => {
  test('does one at a time, and takes owners in turns however much one of them brought', async () => {
    const inLine = createFairLine()
    const done: string[] = []
    let now = 0
    let most = 0
    const work = (name: string) => async () => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      done.push(name)
      now--
      return name
    }
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => inLine('a', work(name)))
    all.push(inLine('b', work('b1')), inLine('c', work('c1')), inLine('b', work('b2')))
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(most).toBe(1)
  })

  test('goes on after work that fails, which is told to who brought it', async () => {
    const inLine = createFairLine()
    const bad = inLine('a', () => Promise.reject(new Error('no')))
    const good = inLine('a', async () => 'sí')
    await expect(bad).rejects.toThrow('no')
    expect(await good).toBe('sí')
    expect(await inLine('b', async () => 1)).toBe(1)
  })

  test('refuses who has too much waiting, and nobody else', async () => {
    const inLine = createFairLine(2)
    const gate = Promise.withResolvers<void>()
    const first = inLine('a', () => gate.promise)
    const waiting = [inLine('a', async () => 1), inLine('a', async () => 2)]
    await expect(inLine('a', async () => 3)).rejects.toMatchObject({
      code: 'SERVER_BUSY',
      headers: { 'retry-after': '2' },
    })
    const other = inLine('b', async () => 4)
    gate.resolve()
    await first
    expect(await Promise.all([...waiting, other])).toEqual([1, 2, 4])
  })
})
