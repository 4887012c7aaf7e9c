// The clockwork of the server (jobs §7).

import { expect, test } from 'bun:test'
import { createCron } from '../../src/jobs/cron'

test('a task that asks for it also runs when the server starts', () => {
  const ran: string[] = []
  const told: unknown[] = []
  const cron = createCron(
    [
      { name: 'una', pattern: '0 0 1 1 *', run: () => void ran.push('una') },
      { name: 'otra', pattern: '0 0 1 1 *', atOnce: true, run: () => void ran.push('otra') },
    ],
    (...line) => void told.push(line),
  )
  cron.start()
  cron.stop()
  expect([ran, told]).toEqual([['otra'], []])
})
