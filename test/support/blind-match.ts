// Loaded before every test (bunfig.toml): `toMatchObject` of this runner takes any two dates, maps, sets, expressions or errors
// for equal, so that an expectation with one inside would hold whatever comes. It is refused: compare text, or use `toEqual`.

import { expect } from 'bun:test'

/** The path of what `toMatchObject` does not look into, or null. */
function blindSpot(expected: unknown, path: string, seen: Set<object>): string | null {
  if (typeof expected !== 'object' || expected === null || seen.has(expected)) return null
  seen.add(expected)
  if ([Date, Map, Set, RegExp, Error].some((kind) => expected instanceof kind)) return path || 'itself'
  if (ArrayBuffer.isView(expected)) return null
  for (const [key, value] of Object.entries(expected)) {
    const found = blindSpot(value, `${path}.${key}`, seen)
    if (found) return found
  }
  return null
}

interface Matchers {
  toMatchObject(this: Matchers, expected: object): void | Promise<void>
}

const matchers = Object.getPrototypeOf(expect(0)) as Matchers
const original = matchers.toMatchObject
matchers.toMatchObject = function (expected) {
  const path = blindSpot(expected, '', new Set())
  if (path) throw new Error(`toMatchObject does not compare ${path}: compare text, or use toEqual`)
  return original.call(this, expected)
}
