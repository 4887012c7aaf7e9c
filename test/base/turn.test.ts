// Large bodies have a turn of the event loop each: counted in turns, not in time.

import { expect, test } from 'bun:test'
import { ownTurn } from '../../src/base/turn'

test('no two of them share a turn, in the order of asking', async () => {
  let turn = 0
  let counting = true
  const count = (): void => {
    turn++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  const take = async (): Promise<void> => {
    await ownTurn()
    seen.push(turn)
  }
  await Promise.all([take(), take(), take(), take()])
  counting = false
  expect(new Set(seen).size).toBe(4)
  expect([...seen].sort((a, b) => a - b)).toEqual(seen)
})
