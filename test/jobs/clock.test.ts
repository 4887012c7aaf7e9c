// A clock that is moved under the queue, and the time that a server was off: attempts end a job, not hours.

import { describe, expect, test } from 'bun:test'
import { defineJob, type JobKind } from '../../src/jobs/kind'
import { createRequeue } from '../../src/jobs/requeue'
import { after, blockedKind, FAULT, START, testQueue, turns, WAITING } from './queue'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** One that is moved while a job waits, by so much, more than once: each attempt counts, and no time does. */
test.each([
  ['ahead, again and again', [30 * DAY, 365 * DAY]],
  ['back, again and again', [-30 * DAY, -365 * DAY]],
  ['by a server that was off', [3 * DAY]],
])('a clock moved %s ends no job before its attempts are spent', async (_, moves) => {
  const { kind } = blockedKind({ maxIntentos: moves.length + 2 })
  const queue = testQueue([kind])
  queue.add('1')
  const runner = queue.runner()
  await runner.drain()
  for (const [i, move] of moves.entries()) {
    await runner.beat()
    queue.jump(move)
    await runner.beat()
    await runner.drain()
    expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: i + 2 })
  }
  queue.advance(60_000)
  await runner.drain()
  expect(queue.get('1').estado).toBe('dlq')
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

  test('back while a batch is in flight: its run is not given up for it', async () => {
    const go = Promise.withResolvers<void>()
    const seen: number[] = []
    const kind = defineJob({
      kind: 'prueba',
      async run([job], ctx) {
        seen.push(job!.intentos)
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
    expect(seen).toEqual([1, 2])
    await runner.stop(0)
  })

  test('back: what is released then, and what a person lets try again, goes behind what came before it', async () => {
    const { kind, way, runs } = blockedKind({ loteMax: () => 1 })
    const queue = testQueue([kind])
    way.open = true
    queue.add('1', { estado: 'scheduled', runAt: new Date(START.getTime() + 1000) })
    queue.add('2')
    // Ended before the clock moves, without a run that would be among those compared.
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

  test('forward while a batch is in flight: neither its run nor its jobs are given up for it', async () => {
    const go = Promise.withResolvers<void>()
    const kind = defineJob({
      kind: 'prueba',
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
