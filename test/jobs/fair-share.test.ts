// Everybody's share of work that is done one at a time.

import { describe, expect, test } from 'bun:test'
import { createFairShare } from '../../src/jobs/fair-share'

describe('a fair share', () => {
  test('does one at a time, and goes from owner to owner however much one of them brought', async () => {
    const share = createFairShare()
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
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => share('a', work(name)))
    all.push(share('b', work('b1')), share('c', work('c1')), share('b', work('b2')))
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(most).toBe(1)
  })

  test('goes on after work that fails, which is told to who brought it', async () => {
    const share = createFairShare()
    const bad = share('a', () => Promise.reject(new Error('no')))
    const good = share('a', async () => 'sí')
    await expect(bad).rejects.toThrow('no')
    expect(await good).toBe('sí')
    expect(await share('b', async () => 1)).toBe(1)
  })

  test('refuses who has too much waiting, and nobody else', async () => {
    const share = createFairShare(2)
    const gate = Promise.withResolvers<void>()
    const first = share('a', () => gate.promise)
    const waiting = [share('a', async () => 1), share('a', async () => 2)]
    await expect(share('a', async () => 3)).rejects.toMatchObject({
      code: 'SERVER_BUSY',
      headers: { 'retry-after': '2' },
    })
    const other = share('b', async () => 4)
    gate.resolve()
    await first
    expect(await Promise.all([...waiting, other])).toEqual([1, 2, 4])
  })
})
