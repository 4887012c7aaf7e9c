import { describe, expect, test } from 'bun:test'
import { defineJob, type JobKind } from '../../src/jobs/kind'
import { StorageUnavailable } from '../../src/store/storage-fault'
import { after, testQueue, turns } from './queue'

/** No page more than there are: what needs one gets SQLITE_FULL, as on a full disk. */
function fillDisk({ client }: ReturnType<typeof testQueue>): () => void {
  client.pragma(`max_page_count = ${client.pragma('page_count', { simple: true })}`)
  return () => void client.pragma('max_page_count = 1000000')
}
const LONG = 'x'.repeat(100_000)

describe('a disk that does not take a settle', () => {
  test('leaves the lease to run out; then the job runs again and nothing was half written', async () => {
    const faults: unknown[] = []
    let runs = 0
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        const free = runs++ === 0 ? fillDisk(queue) : () => {}
        await ctx
          .settle(
            jobs.map(({ id }) => ({ id, outcome: 'completed' })),
            () => void queue.client.prepare('INSERT INTO nota VALUES (?)').run(LONG),
          )
          .catch((fault) => faults.push(fault))
        free()
      },
    })
    const queue: ReturnType<typeof testQueue> = testQueue([kind])
    queue.client.exec('CREATE TABLE nota (texto TEXT)')
    queue.add('a')
    const runner = queue.runner()
    await runner.drain()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toBeInstanceOf(StorageUnavailable)
    expect((faults[0] as Error).cause).toMatchObject({ code: 'SQLITE_FULL' })
    expect(queue.get('a')).toMatchObject({ estado: 'processing', intentos: 1 })
    expect(queue.log).toContainEqual(expect.objectContaining({ nivel: 'error' }))

    queue.advance(60_001)
    await runner.beat()
    queue.advance(1000)
    await runner.drain()
    expect(runs).toBe(2)
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 1 })
    expect(queue.client.prepare('SELECT count(*) FROM nota').pluck().get()).toBe(1)
  })

  test('is not asked again for the retry when the kind passes the fault on', async () => {
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        queue.client.pragma('query_only = ON')
        await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
      },
    })
    const queue: ReturnType<typeof testQueue> = testQueue([kind])
    queue.add('a')
    await queue.runner().drain()
    queue.client.pragma('query_only = OFF')
    expect(queue.get('a').estado).toBe('processing')
    expect(queue.log.filter(({ nivel }) => nivel === 'error')).toHaveLength(1)
  })
})

test('a batch lost to the disk does not keep the one behind it waiting', async () => {
  const kind = defineJob({
    kind: 'prueba',
    async run(jobs, ctx) {
      queue.client.pragma(`query_only = ${jobs[0]!.id === 'a' ? 'ON' : 'OFF'}`)
      const settled = ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
      queue.client.pragma('query_only = OFF')
      // A kind that is stuck after its fault: only the loss of its batch can let the next one out.
      await settled.catch(() => new Promise(() => {}))
    },
  })
  const queue: ReturnType<typeof testQueue> = testQueue([kind])
  queue.add('a')
  queue.add('b')
  await queue.runner().drain()
  expect(queue.estados()).toEqual({ a: 'processing', b: 'completed' })
})

describe('a database that became read-only', () => {
  const noop: JobKind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    run: async (jobs, ctx) => void (await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))),
  })

  test('makes the loop log and try again after a while, not spin; it goes on by itself', async () => {
    const queue = testQueue([noop])
    queue.add('a')
    const runner = queue.runner()
    queue.client.pragma('query_only = ON')
    expect(() => runner.start()).toThrow('readonly')
    queue.client.pragma('query_only = OFF')
    runner.start()
    queue.client.pragma('query_only = ON')
    await turns(50)
    expect(queue.log.filter(({ mensaje }) => mensaje.includes('cannot read or write'))).toHaveLength(1)
    queue.client.pragma('query_only = OFF')
    const again = [...queue.timers].find(({ ms }) => ms === 5000)!
    queue.advance(5000)
    again.fire()
    await turns()
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 1 })
    await runner.stop(0)
  })

  test('does not lose the leases of what runs: the next beats renew them', async () => {
    const gate = Promise.withResolvers<void>()
    const kind = defineJob({
      ...noop,
      run: async (jobs, ctx) => {
        await gate.promise
        await noop.run!(jobs, ctx)
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.client.pragma('query_only = ON')
    queue.advance(15_000)
    await runner.beat()
    queue.client.pragma('query_only = OFF')
    queue.advance(15_000)
    await runner.beat()
    gate.resolve()
    await turns()
    expect(queue.get('a')).toMatchObject({
      estado: 'completed',
      completedAt: after(30_000),
    })
    await runner.stop(0)
  })

  test('makes drain throw, so that a test sees it', async () => {
    const queue = testQueue([noop])
    queue.add('a')
    queue.client.pragma('query_only = ON')
    await expect(queue.runner().drain()).rejects.toThrow('readonly')
  })
})

test('a full disk keeps no server from starting that has nothing to give back', () => {
  const queue = testQueue([])
  fillDisk(queue)
  const small = queue.client.prepare('INSERT INTO meta VALUES (?, 0)')
  const fill = () => {
    for (let i = 0; i < 10_000; i++) small.run(i.toString(36))
  }
  expect(fill).toThrow('full')
  expect(() => queue.client.prepare("INSERT INTO meta VALUES ('cola', '1795183331000')").run()).toThrow(
    'full',
  )
  expect(queue.runner().rescue()).toBe(0)
})
