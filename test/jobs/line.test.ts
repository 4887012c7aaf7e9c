// The order among jobs of one group while its way is blocked, and a clock that is moved under the queue.

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { defineJob, type Job, type JobContext, type JobKind, type Outcome } from '../../src/jobs/kind'
import { tempDir } from '../store/temp-dir'
import { after, FAULT, START, testQueue, testStore, turns } from './queue'

/** A kind that fails on the way of its group until `open` says so; `runs` are the batches that tried. */
function blockedKind(more = {}) {
  const way = { open: false }
  const runs: string[][] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    async run(jobs: Job[], ctx: JobContext) {
      runs.push(jobs.map(({ id }) => id))
      await ctx.settle(
        jobs.map(
          ({ id }): Outcome =>
            way.open
              ? { id, outcome: 'completed' }
              : { id, outcome: 'retry', error: FAULT, holdsGroup: true },
        ),
      )
    },
    ...more,
  })
  return { kind, way, runs }
}

describe('a group whose way is blocked', () => {
  test('keeps younger jobs behind those that wait for their next attempt, and goes on in order', async () => {
    const { kind, way, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    queue.advance(3000)
    queue.add('2')
    await runner.drain()
    expect(runs).toEqual([['1']])
    expect(queue.get('2')).toMatchObject({ estado: 'pending', intentos: 0, error: null })
    queue.advance(2000)
    await runner.drain()
    way.open = true
    queue.add('3')
    queue.advance(15_000)
    await runner.drain()
    expect(runs).toEqual([['1'], ['1', '2'], ['1', '2', '3']])
  })

  test('does not hold another group', async () => {
    const { kind, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    queue.add('2', { empresa: 'emp_2' })
    await runner.drain()
    expect(runs).toEqual([['1'], ['2']])
  })

  test('waits as one, as long as its oldest job must', async () => {
    const { kind } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('old')
    await runner.drain()
    queue.advance(5000)
    queue.add('young')
    await runner.drain()
    expect(queue.get('young').intentos).toBe(1)
    expect(queue.get('young').proximoIntento).toBe(after(20_000))
    expect(queue.get('old').proximoIntento).toBe(after(20_000))
  })

  test('is free again for the younger after ten minutes: the fault may lie with the oldest alone', async () => {
    const { kind, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('old')
    for (const pause of [0, 5, 15, 45, 120, 360]) {
      queue.advance(pause * 1000)
      await runner.drain()
    }
    expect(queue.get('old').intentos).toBe(6)
    queue.add('young')
    await runner.drain()
    expect(runs.at(-1)).toEqual(['young'])
  })

  test('is free as soon as a job of it gets through', async () => {
    const outcomes: Record<string, Outcome['outcome']> = {
      bad: 'retry',
      good: 'completed',
      late: 'completed',
    }
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        for (const { id } of jobs) {
          const failed: Outcome = { id, outcome: 'retry', error: FAULT, holdsGroup: true }
          await ctx.settle([outcomes[id] === 'completed' ? { id, outcome: 'completed' } : failed])
        }
      },
    })
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('bad')
    queue.add('good')
    await runner.drain()
    queue.add('late')
    await runner.drain()
    expect(queue.estados()).toEqual({ bad: 'pending', good: 'completed', late: 'completed' })
  })

  test('is told to a batch that was already on its way behind the one that failed', async () => {
    const held: (Date | null)[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      porGrupo: 2,
      async run([job], ctx) {
        await ctx.turn()
        // Until the second batch is leased too.
        if (job!.id === '1') await turns()
        const until = ctx.heldUntil()
        held.push(until)
        const id = job!.id
        await ctx.settle([
          until
            ? { id, outcome: 'snooze', runAt: until }
            : { id, outcome: 'retry', error: FAULT, holdsGroup: true },
        ])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    await queue.runner().drain()
    expect(held[0]).toBeNull()
    expect(held[1]?.toISOString()).toBe(after(5000))
    expect(queue.get('1')).toMatchObject({ intentos: 1, proximoIntento: after(5000) })
    expect(queue.get('2')).toMatchObject({ intentos: 0, proximoIntento: after(5000) })
  })
})

describe('a restart while the way is blocked', () => {
  test('lets nothing by: neither what came later nor what the dead process held', async () => {
    const path = join(tempDir(), 'timbre.db')
    const { kind, way, runs } = blockedKind()
    const before = testQueue([kind], { store: testStore(path) })
    before.add('1')
    before.add('2')
    await before.runner().drain()
    before.add('3')
    before.client
      .prepare(
        "UPDATE job SET estado = 'processing', lease_id = 'lot_dead', lease_until = 1, intentos = 1 WHERE id = '3'",
      )
      .run()
    before.add('4')
    before.store.close()

    way.open = true
    const next = testQueue([kind], { store: testStore(path), at: new Date(START.getTime() + 2000) })
    const runner = next.runner()
    expect(runner.rescue()).toBe(1)
    next.add('5')
    await runner.drain()
    expect(runs).toEqual([['1', '2']])
    next.advance(3000)
    await runner.drain()
    expect(runs).toEqual([
      ['1', '2'],
      ['1', '2', '3', '4', '5'],
    ])
    expect(Object.values(next.estados())).toEqual(Array(5).fill('completed'))
    next.store.close()
  })

  test('tries a line again soon, in its order, and not later however often it starts', async () => {
    const path = join(tempDir(), 'timbre.db')
    const { kind, way, runs } = blockedKind()
    const first = testQueue([kind], { store: testStore(path) })
    first.add('1')
    first.add('2')
    await first.runner().drain()
    // What waits by now would wait for many minutes more.
    const late = START.getTime() + 3_600_000
    first.client.prepare('UPDATE job SET run_at = ?, fallas = 5').run(late)
    first.client.prepare('UPDATE grupo_retenido SET hasta = ?').run(late)
    first.store.close()

    way.open = true
    for (const seconds of [10, 20]) {
      const again = testQueue([kind], {
        store: testStore(path),
        at: new Date(START.getTime() + seconds * 1000),
      })
      again.runner().rescue()
      again.store.close()
    }
    const last = testQueue([kind], { store: testStore(path), at: new Date(START.getTime() + 39_000) })
    const runner = last.runner()
    runner.rescue()
    last.add('3')
    await runner.drain()
    expect(runs).toHaveLength(1)
    last.advance(1000)
    await runner.drain()
    expect(runs.slice(1)).toEqual([['1', '2', '3']])
    last.store.close()
  })

  test('after the way is free again holds nothing', async () => {
    const { kind, way, runs } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    await queue.runner().drain()
    way.open = true
    queue.advance(5000)
    await queue.runner().drain()
    queue.add('2')
    await queue.runner().drain()
    expect(runs).toEqual([['1'], ['1'], ['2']])
  })

  test('a batch whose own writes fail holds nothing: all of it is undone', async () => {
    const ran: string[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        ran.push(job!.id)
        if (ran.length > 1) return void (await ctx.settle([{ id: job!.id, outcome: 'completed' }]))
        await ctx.settle([{ id: job!.id, outcome: 'retry', error: FAULT, holdsGroup: true }], () => {
          throw new Error('no')
        })
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    await queue.runner().drain()
    expect(ran).toEqual(['1', '2'])
  })
})

describe('a clock that is moved', () => {
  const DAY = 86_400_000

  test('back: whoever waits tries again at the next beat, not a year later', async () => {
    const { kind, way } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    runner.start()
    await turns()
    expect(queue.get('1').proximoIntento).toBe(after(5000))
    way.open = true
    queue.advance(-365 * DAY)
    await runner.beat()
    await turns()
    expect(queue.get('1').estado).toBe('completed')
    expect(runner.alive()).toBe(true)
    await runner.stop(0)
  })

  test('back while the server was off: what waits beyond a day was told so by the wrong clock', async () => {
    const { kind, way } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    await queue.runner().drain()
    way.open = true
    queue.advance(-30 * DAY)
    const next = queue.runner()
    next.start()
    queue.add('2')
    // A start lets a line try again soon.
    queue.advance(30_000)
    await next.beat()
    await turns()
    expect(queue.estados()).toEqual({ '1': 'completed', '2': 'completed' })
    await next.stop(0)
  })

  test('back by hours while the server was off: what waits a little longer does not wait for those hours', async () => {
    const { kind, way } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    await queue.runner().drain()
    way.open = true
    queue.jump(-20 * 3_600_000)
    const next = queue.runner()
    next.start()
    await turns()
    expect(queue.get('1').estado).toBe('completed')
    await next.stop(0)
  })

  test('back, and then ahead further than before: what was dated in between has its whole day too', async () => {
    const { kind } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.jump(2 * DAY)
    await runner.drain()
    queue.add('1')
    await runner.drain()
    queue.jump(-DAY)
    await runner.drain()
    queue.add('2')
    queue.jump(8 * DAY)
    await runner.drain()
    queue.advance(60_000)
    await runner.drain()
    expect(queue.estados()).toEqual({ '1': 'pending', '2': 'pending' })
    expect(queue.get('1').intentos).toBeGreaterThan(1)
  })

  test('back: a job scheduled for a date keeps its date', async () => {
    const { kind, way } = blockedKind()
    way.open = true
    const queue = testQueue([kind])
    queue.add('1', { estado: 'scheduled', runAt: new Date(START.getTime() + 40 * DAY) })
    const runner = queue.runner()
    runner.start()
    queue.advance(-DAY)
    await runner.beat()
    await turns()
    expect(queue.get('1').estado).toBe('scheduled')
    await runner.stop(0)
  })

  test('forward: a fault right after it leaves the job its day of attempts (contract §7)', async () => {
    const { kind } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    await runner.drain()
    queue.jump(3 * DAY)
    await runner.drain()
    expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: 2 })
    queue.advance(23 * 3_600_000)
    await runner.drain()
    expect(queue.get('1').estado).toBe('pending')
    queue.advance(2 * 3_600_000)
    await runner.drain()
    expect(queue.get('1').estado).toBe('dlq')
  })

  test('forward while a batch is in flight: neither its run nor its jobs are given up for it', async () => {
    const go = Promise.withResolvers<void>()
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        await go.promise
        await ctx.settle([{ id: job!.id, outcome: 'retry', error: FAULT }])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.jump(3 * DAY)
    await runner.beat()
    expect(queue.get('1').estado).toBe('processing')
    go.resolve()
    await turns()
    expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: 1, error: FAULT })
    await runner.stop(0)
  })

  test.each([
    ['within one life', (queue: ReturnType<typeof testQueue>) => queue],
    [
      'after a restart',
      (queue: ReturnType<typeof testQueue>, kind: JobKind) =>
        testQueue([kind], { store: queue.store, at: new Date(START.getTime() - DAY) }),
    ],
  ] as const)('back: what comes now still goes after what came before it, %s', async (_, next) => {
    const runs: string[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        runs.push(job!.id)
        await ctx.settle([{ id: job!.id, outcome: 'completed' }])
      },
    })
    const before = testQueue([kind])
    before.add('1')
    before.add('2')
    before.jump(-DAY)
    const queue = next(before, kind)
    queue.add('3')
    queue.advance(60_000)
    queue.add('4')
    await queue.runner().drain()
    expect(runs).toEqual(['1', '2', '3', '4'])
  })

  test('in any direction: the runner is no less alive for it', async () => {
    const runnerQueue = testQueue([])
    const runner = runnerQueue.runner()
    runner.start()
    for (const jump of [DAY, -3 * DAY, 365 * DAY]) {
      runnerQueue.jump(jump)
      expect(runner.alive()).toBe(true)
    }
    runnerQueue.advance(45_000)
    expect(runner.alive()).toBe(false)
    await runner.stop(0)
  })

  test('forward: what waits runs once, and the runner is alive after its next beat', async () => {
    const { kind, way, runs } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    runner.start()
    await turns()
    way.open = true
    queue.advance(365 * DAY)
    await runner.beat()
    await turns()
    expect(queue.get('1').estado).toBe('completed')
    expect(runs).toEqual([['1'], ['1']])
    expect(runner.alive()).toBe(true)
    await runner.stop(0)
  })
})
