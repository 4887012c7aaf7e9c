// Places on the wire: a slow or dead endpoint never delays another's deliveries.

import { describe, expect, test } from 'bun:test'
import { createPlaces } from '../../../src/areas/webhooks/places'

const never = new AbortController().signal

/** The places, and a count of those that were given so far. */
function scene() {
  const cupos = createPlaces()
  const given: { endpoint: string; back(): void }[] = []
  return {
    cupos,
    given,
    /** Asks for `n` places and lets those that are free be given. */
    async ask(endpoint: string, n = 1, signal = never): Promise<void> {
      for (let i = 0; i < n; i++)
        void cupos.acquire(endpoint, signal).then(
          (back) => given.push({ endpoint, back }),
          () => {},
        )
      await new Promise(setImmediate)
    },
    of: (endpoint: string) => given.filter((place) => place.endpoint === endpoint).length,
  }
}

describe('the places on the wire', () => {
  test('are one for an endpoint that has not answered well yet, sixteen once it did, one again when it fails', async () => {
    const { cupos, given, ask, of } = scene()
    await ask('nuevo', 3)
    expect([of('nuevo'), cupos.isProven('nuevo')]).toEqual([1, false])
    cupos.note('nuevo', true)
    given[0]!.back()
    await ask('nuevo', 30)
    expect(of('nuevo')).toBe(1 + 16)
    cupos.note('nuevo', false)
    for (const { back } of given) back()
    await ask('nuevo')
    expect(of('nuevo')).toBe(1 + 16 + 1)
  })

  test('of a crowd of dead endpoints end at a hundred, and the living have theirs at once', async () => {
    const { cupos, ask, given, of } = scene()
    cupos.note('vivo', true)
    for (let i = 0; i < 300; i++) await ask(`muerto ${i}`)
    expect(given).toHaveLength(100)
    await ask('vivo', 40)
    expect(of('vivo')).toBe(16)
  })

  test('are left for the first delivery of each other when many that answered well hang all of a sudden', async () => {
    const { cupos, given, ask, of } = scene()
    for (let i = 0; i < 20; i++) cupos.note(`de pronto ${i}`, true)
    for (let i = 0; i < 12; i++) await ask(`de pronto ${i}`, 40)
    const held = given.length
    for (let i = 12; i < 20; i++) await ask(`de pronto ${i}`, 40)
    await ask('vivo')
    expect([held < 160, of('de pronto 19'), of('vivo')]).toEqual([true, 1, 1])
  })

  test('are given in the order in which they were asked for, as soon as one comes back, and once each', async () => {
    const { given, ask, of } = scene()
    for (let i = 0; i < 102; i++) await ask(`e${i}`)
    expect([of('e100'), of('e101')]).toEqual([0, 0])
    given[7]!.back()
    given[7]!.back()
    await ask('e102')
    expect([of('e100'), of('e101'), of('e102')]).toEqual([1, 0, 0])
  })

  test('are not kept by who stopped waiting', async () => {
    const { given, ask, of } = scene()
    await ask('lento')
    const stop = new AbortController()
    await ask('lento', 2, stop.signal)
    stop.abort(new Error('the server is stopping'))
    await ask('lento')
    given[0]!.back()
    await ask('otro')
    expect([of('lento'), of('otro')]).toEqual([2, 1])
    await ask('lento', 1, stop.signal)
    expect(of('lento')).toBe(2)
  })
})
