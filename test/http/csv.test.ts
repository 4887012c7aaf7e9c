// A table as CSV is made a step at a time.

import { expect, test } from 'bun:test'
import { csvResponse } from '../../src/http/csv'

test('a long table leaves the event loop its turn between any two steps', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const at: number[] = []
  let left = 20
  const answer = csvResponse('tabla.csv', ['n'], () => {
    at.push(turns)
    // As long as a timer takes to be due.
    for (const until = performance.now() + 2; performance.now() < until; );
    return left-- > 0 ? [[left]] : []
  })
  const text = await answer.text()
  clearInterval(timer)
  expect(text.trimEnd().split('\r\n')).toHaveLength(21)
  expect(new Set(at).size).toBeGreaterThan(10)
})
