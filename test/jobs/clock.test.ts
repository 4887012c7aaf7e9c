// A clock that is moved under the queue, and the time that a server was off: neither ends a job, and none of it lasts longer for it.

import { describe, expect, test } from 'bun:test'
import { defineJob, type JobKind } from '../../src/jobs/kind'
import { createRequeue } from '../../src/jobs/requeue'
import type { Runner } from '../../src/jobs/runner'
import { after, blockedKind, FAULT, START, testQueue, turns, WAITING } from './queue'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Tries what is due every hour. */
async function hours(queue: ReturnType<typeof testQueue>, runner: Runner, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour++) {
    queue.advance(HOUR)
    await runner.beat()
    await runner.drain()
  }
}

describe('a server that was off', () => {
  /** A job that was tried in vain for 20 hours before its server went. */
  async function leftBehind() {
    const { kind } = blockedKind({ maxIntentos: 1000 })
    const queue = testQueue([kind])
    const runner = queue.runner()
    runner.rescue()
    queue.add('1')
    await hours(queue, runner, 20)
    await runner.beat()
    return { kind, queue }
  }

  test.each([
    ['for three days', 3 * DAY],
    ['while its clock was put back', -3 * DAY],
  ])('%s: what waits has the rest of its day, no less and no more', async (_, off) => {
    const { kind, queue } = await leftBehind()
    const next = testQueue([kind], { store: queue.store, at: new Date(queue.clock().getTime() + off) })
    const runner = next.runner()
    runner.rescue()
    await hours(next, runner, 3)
    expect(next.get('1').estado).toBe('pending')
    await hours(next, runner, 2)
    expect(next.get('1').estado).toBe('dlq')
  })

  test('and starts over and over, within the minute: what waits has no more than its day', async () => {
    const { kind, queue } = await leftBehind()
    let next = queue
    for (let start = 0; start < 400; start++) {
      next = testQueue([kind], { store: queue.store, at: new Date(next.clock().getTime() + 40_000) })
      next.runner().rescue()
    }
    const runner = next.runner()
    await hours(next, runner, 1)
    expect(next.get('1').estado).toBe('dlq')
  })

  test('dates nothing ahead: what came in its last moments is as old as the start at most', async () => {
    const { kind } = blockedKind()
    const queue = testQueue([kind])
    queue.runner().rescue()
    queue.advance(10 * DAY)
    queue.add('1')
    const next = testQueue([kind], { store: queue.store, at: queue.clock() })
    next.runner().rescue()
    await hours(next, next.runner(), 25)
    expect(next.get('1').estado).toBe('dlq')
  })
})

describe('a clock that is moved', () => {
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

  test('back: what was there and what comes afterwards are tried for a day each, not until the clock is where it was', async () => {
    const { kind } = blockedKind({ maxIntentos: 1000 })
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.jump(100 * DAY)
    queue.add('1')
    await runner.drain()
    queue.advance(12 * HOUR)
    queue.jump(-100 * DAY)
    queue.add('2')
    await hours(queue, runner, 11)
    expect(queue.estados()).toEqual({ '1': 'pending', '2': 'pending' })
    await hours(queue, runner, 3)
    expect(queue.estados()).toEqual({ '1': 'dlq', '2': 'pending' })
    await hours(queue, runner, 9)
    expect(queue.estados()).toEqual({ '1': 'dlq', '2': 'pending' })
    await hours(queue, runner, 3)
    expect(queue.estados()).toEqual({ '1': 'dlq', '2': 'dlq' })
  })

  test('back while a batch is in flight: its run is not given up for it, and its job is no younger', async () => {
    const go = Promise.withResolvers<void>()
    const seen: number[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        seen.push(ctx.now().getTime() - job!.queuedAt.getTime())
        if (seen.length === 1) await go.promise
        await ctx.settle([{ id: job!.id, outcome: 'retry', error: FAULT }])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.advance(10_000)
    queue.jump(-3 * DAY)
    await runner.beat()
    expect(queue.get('1').estado).toBe('processing')
    go.resolve()
    await turns()
    expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: 1 })
    queue.advance(20_000)
    await runner.beat()
    await turns()
    expect(seen).toEqual([0, 30_000])
    await runner.stop(0)
  })

  test('back while a batch is prepared behind one that failed: it waits for the pause, not for the hours', async () => {
    const [leased, prepared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      porGrupo: 2,
      async run([job], ctx) {
        const { id, intentos } = job!
        if (id === '2') leased.resolve()
        await (id === '1' ? leased : prepared).promise
        await ctx.turn()
        const runAt = ctx.heldUntil()
        const fails = id === '1' && intentos === 1
        await ctx.settle([
          runAt
            ? { id, outcome: 'snooze', runAt }
            : fails
              ? { id, outcome: 'retry', error: FAULT, holdsGroup: true }
              : { id, outcome: 'completed' },
        ])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.jump(-20 * HOUR)
    await runner.beat()
    prepared.resolve()
    await turns(20)
    queue.advance(15_000)
    await runner.beat()
    await turns(20)
    expect(queue.estados()).toEqual({ '1': 'completed', '2': 'completed' })
    await runner.stop(0)
  })

  test('back: what is released then, and what a person lets try again, goes behind what came before it', async () => {
    const { kind, way, runs } = blockedKind({ loteMax: () => 1 })
    const queue = testQueue([kind])
    way.open = true
    queue.add('1', { estado: 'scheduled', runAt: new Date(START.getTime() + 1000) })
    queue.add('2')
    queue.client.prepare("UPDATE job SET estado = 'failed' WHERE id = '2'").run()
    queue.jump(DAY)
    queue.add('3')
    queue.jump(-DAY)
    createRequeue(queue.client, queue.clock)('2')
    queue.advance(2000)
    queue.add('4')
    await queue.runner().drain()
    expect(runs).toEqual([['3'], ['2'], ['4'], ['1']])
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
    expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: 1, error: WAITING })
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
