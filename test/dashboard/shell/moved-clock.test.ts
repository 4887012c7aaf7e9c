// When the band says that the simulator's clock was moved (dashboard §10).

import { expect, test } from 'bun:test'
import { isMoved } from '../../../src/dashboard/shell/moved-clock'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test('days to either side are a move, minutes are two machines', () => {
  expect(isMoved('2026-11-30T12:00:00Z', NOW)).toBe(true)
  expect(isMoved('2026-11-21T12:00:00Z', NOW)).toBe(true)
  expect(isMoved('2026-11-22T12:04:00Z', NOW)).toBe(false)
})
