import { expect, test } from 'bun:test'
import { pauseMs } from '../../src/jobs/backoff'

const SECONDS = [5, 15, 45, 120, 360, 900, 1800, 3600, 3600, 3600]

test('pauses are those of http §7.2 when the random number is in the middle', () => {
  expect(SECONDS.map((_, i) => pauseMs(i + 1, 0.5))).toEqual(SECONDS.map((s) => s * 1000))
})

test('the random number moves a pause by 20 % at most, both ways (http §7.2)', () => {
  expect(SECONDS.map((_, i) => pauseMs(i + 1, 0))).toEqual(SECONDS.map((s) => s * 800))
  for (const [i, seconds] of SECONDS.entries()) {
    const longest = pauseMs(i + 1, 0.999999)
    expect(longest).toBeGreaterThan(seconds * 1199)
    expect(longest).toBeLessThanOrEqual(seconds * 1200)
  }
})

test('thirty attempts take some 23 hours (http §7.1)', () => {
  const mean = Array.from({ length: 29 }, (_, i) => pauseMs(i + 1, 0.5)).reduce((a, b) => a + b)
  expect(mean).toBeLessThan(24 * 3_600_000)
  expect(mean).toBeGreaterThan(22 * 3_600_000)
})
