// Ids (http §0.4): prefixed, unique, and sorting by creation within one millisecond too.

import { expect, test } from 'bun:test'
import { createNewId } from '../../src/base/id'

test('ids of one kind ascend, also within one millisecond and when the clock goes back', () => {
  let now = 1_795_000_000_000
  const newId = createNewId(
    (bytes) => bytes.fill(7),
    () => now,
  )
  const ids = [newId('job'), newId('job'), newId('job')]
  now -= 5000
  ids.push(newId('job'))
  now += 10_000
  ids.push(newId('job'))
  expect(ids).toEqual([...ids].sort().filter((id, i, all) => all.indexOf(id) === i))
  for (const id of ids) expect(id).toMatch(/^job_[0-9A-HJKMNP-TV-Z]{26}$/)
})
