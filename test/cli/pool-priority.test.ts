import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { lowerPoolPriority } from '../../src/cli/pool-priority'

const linux = test.skipIf(process.platform !== 'linux')

linux('every thread that signs stands back for the event loop', async () => {
  await lowerPoolPriority()
  const name = (id: string): string => readFileSync(`/proc/self/task/${id}/comm`, 'latin1')
  const pool = readdirSync('/proc/self/task').filter((id) => name(id).startsWith('Bun Pool'))
  expect(pool.length).toBeGreaterThanOrEqual(availableParallelism())
  const loop = getPriority(process.pid)
  for (const id of pool) expect(getPriority(Number(id))).toBeGreaterThan(loop)
})
