// When an issuer asks of a document by the clock (http §27.5), by Chile's days.

import { expect, test } from 'bun:test'
import { dueSince } from '../../src/domain/acuse'

const at = (iso: string) => new Date(iso)
const since = (recibido: string, now: string) => dueSince(at(recibido), at(now))?.toISOString() ?? null

test('nothing before the third day, whatever the hour of the reception', () => {
  expect(since('2026-11-20T12:00:00Z', '2026-11-23T02:59:59Z')).toBeNull()
  expect(since('2026-11-20T12:00:00Z', '2026-11-23T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z')
  // Half an hour before midnight in Chile.
  expect(since('2026-11-21T02:30:00Z', '2026-11-23T03:00:00Z')).toBe('2026-11-23T03:00:00.000Z')
})

test('the sixth day, and the instant at which its time was over, take the place of what was before', () => {
  expect(since('2026-11-20T12:00:00Z', '2026-11-26T02:59:59Z')).toBe('2026-11-23T03:00:00.000Z')
  expect(since('2026-11-20T12:00:00Z', '2026-11-28T12:00:00Z')).toBe('2026-11-26T03:00:00.000Z')
  expect(since('2026-11-20T12:00:00Z', '2026-11-28T12:00:01Z')).toBe('2026-11-28T12:00:00.000Z')
})

test('days begin with Chile’s midnight over a change of its clocks and of the year', () => {
  // Put back at the end of 3 April 2027; put forward at that of 4 September, so that the 5th begins at one.
  expect(since('2027-04-01T12:00:00Z', '2027-04-04T09:00:00Z')).toBe('2027-04-04T04:00:00.000Z')
  expect(since('2027-04-01T12:00:00Z', '2027-04-04T03:30:00Z')).toBeNull()
  expect(since('2027-09-02T12:00:00Z', '2027-09-05T09:00:00Z')).toBe('2027-09-05T04:00:00.000Z')
  expect(since('2026-12-30T12:00:00Z', '2027-01-02T09:00:00Z')).toBe('2027-01-02T03:00:00.000Z')
})
