import { expect, test } from 'bun:test'
import { createSlots } from '../../src/base/slots'

/** Work that ends when told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  const run = (): Promise<string> => {
    begun = true
    return promise
  }
  return { run, begun: () => begun, end: resolve, fail: reject }
}
const turn = (): Promise<void> => new Promise(setImmediate)

test('no more runs at once than there are slots, and who asked first runs first', async () => {
  const inSlot = createSlots(2)
  const [a, b, c, d] = [work(), work(), work(), work()]
  const results = [a, b, c, d].map((one) => inSlot(one.run))
  await turn()
  expect([a, b, c, d].map((one) => one.begun())).toEqual([true, true, false, false])
  b.end('b')
  await turn()
  expect([c, d].map((one) => one.begun())).toEqual([true, false])
  a.end('a')
  await turn()
  expect(d.begun()).toBe(true)
  c.end('c')
  d.end('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails says so to who asked for it, and gives its slot back', async () => {
  const inSlot = createSlots(1)
  const [bad, good] = [work(), work()]
  const failing = inSlot(bad.run)
  const following = inSlot(good.run)
  bad.fail(new Error('the key is gone'))
  await expect(failing).rejects.toThrow('the key is gone')
  await turn()
  expect(good.begun()).toBe(true)
  good.end('signed')
  expect(await following).toBe('signed')
  expect(await inSlot(async () => 'free')).toBe('free')
})
