import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { join } from 'node:path'
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

linux('and so it does when the whole server stands back for other programs', async () => {
  const source = join(import.meta.dir, '../../src/cli/pool-priority')
  const script = `
    const { lowerPoolPriority } = await import(${JSON.stringify(source)})
    const { readdirSync, readFileSync } = await import('node:fs')
    const { getPriority } = await import('node:os')
    await lowerPoolPriority()
    const pool = readdirSync('/proc/self/task').filter((id) =>
      readFileSync('/proc/self/task/' + id + '/comm', 'latin1').startsWith('Bun Pool'))
    console.log(JSON.stringify(pool.map((id) => getPriority(Number(id)) - getPriority())))`
  const child = Bun.spawn(['nice', '-n', '5', process.execPath, '-e', script], { stdout: 'pipe' })
  const behind: number[] = JSON.parse(await new Response(child.stdout).text())
  expect(behind.length).toBeGreaterThan(0)
  for (const by of behind) expect(by).toBeGreaterThan(0)
})
