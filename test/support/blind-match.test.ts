import { describe, expect, test } from 'bun:test'

const WHEN = new Date(0)

describe('an expectation that would hold whatever comes is refused', () => {
  test.each([
    ['a date', { at: WHEN }],
    ['a date within', { rows: [{ at: WHEN }] }],
    ['a map', { by: new Map([[1, 2]]) }],
    ['a set', { all: new Set([1]) }],
    ['an expression', { like: /a/ }],
    ['an error', { fault: new Error('a') }],
  ])('%s', (_, expected) => {
    expect(() => expect(expected).toMatchObject(expected)).toThrow('toMatchObject does not compare .')
    expect(() => expect(expected).not.toMatchObject(expected)).toThrow('toMatchObject does not compare .')
  })

  test('one that is awaited', async () => {
    const awaited = async (): Promise<void> =>
      await expect(Promise.resolve({ at: WHEN })).resolves.toMatchObject({ at: WHEN })
    await expect(awaited()).rejects.toThrow('toMatchObject does not compare .at')
  })
})

test('what is compared is left as it was', async () => {
  expect({ at: WHEN.toISOString(), n: [1, 2], bytes: Uint8Array.of(1) }).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    n: [1, expect.any(Number)],
    bytes: Uint8Array.of(1),
  })
  expect(() => expect({ a: 1 }).toMatchObject({ a: 2 })).toThrow()
  await expect(Promise.resolve({ a: 1 })).resolves.toMatchObject({ a: 1 })
})
