// A run that takes jobs of another kind along, as a line does those of its documents: one lease for all of them, each with attempts
// and an end of its own.

import { describe, expect, test } from 'bun:test'
import { defineJob, type Job, type JobContext, type Outcome } from '../../src/jobs/kind'
import { after, FAULT, START, testQueue, turns } from './queue'

/** A line over the jobs `members`: `act` is what it does with those that it took. Who is `late` is put in by the test. */
function lineOf(
  members: readonly string[],
  act: (taken: Job[], ctx: JobContext, line: Job) => Promise<void>,
  late?: string,
) {
  const ended: string[] = []
  const line = defineJob({
    kind: 'linea',
    maxIntentos: 1000,
    hurriesAtStart: true,
    run: ([job], ctx) => act(ctx.claim(members), ctx, job!),
  })
  const member = defineJob({
    kind: 'prueba',
    maxIntentos: 2,
    hurriesAtStart: true,
    ended: (all) => void ended.push(...all.map(({ job, estado }) => `${job.id} ${estado}`)),
  })
  const queue = testQueue([line, member])
  for (const id of members) if (id !== late) queue.add(id)
  queue.add('line', { kind: 'linea' })
  return { queue, ended, line: () => queue.get('line', 'linea') }
}

const all =
  (outcome: 'completed' | 'retry') =>
  async (taken: Job[], ctx: JobContext, line: Job): Promise<void> => {
    const of = ({ id }: Job): Outcome =>
      outcome === 'completed' ? { id, outcome } : { id, outcome, error: FAULT }
    await ctx.settle([...taken, line].map(of))
  }

describe('a run that takes others along', () => {
  test('settles them with itself: each ends in its own name, and none is leased by itself', async () => {
    const { queue, ended } = lineOf(['1', '2'], all('completed'))
    await queue.runner().drain()
    expect(queue.estados()).toEqual({ '1': 'completed', '2': 'completed', line: 'completed' })
    expect(ended).toEqual(['1 completed', '2 completed'])
    queue.add('3')
    await queue.runner().drain()
    expect(queue.get('3').estado).toBe('pending')
  })

  test('takes only what is ready, in the order of its making', async () => {
    const seen: string[] = []
    const noted = async (taken: Job[], ctx: JobContext, line: Job) => {
      seen.push(...taken.map(({ id, intentos }) => `${id} ${intentos}`))
      await all('completed')(taken, ctx, line)
    }
    const { queue } = lineOf(['2', '1', 'later'], noted, 'later')
    queue.add('later', { runAt: new Date(START.getTime() + 1000) })
    await queue.runner().drain()
    expect(seen).toEqual(['2 1', '1 1'])
    expect(queue.get('later')).toMatchObject({ estado: 'pending', intentos: 0 })
  })

  test('waits with them after a fault, and each ends by its own attempts while the run goes on', async () => {
    const { queue, ended, line } = lineOf(['1', '2'], all('retry'), '2')
    const runner = queue.runner()
    await runner.drain()
    for (const job of [queue.get('1'), line()])
      expect(job).toMatchObject({ estado: 'pending', intentos: 1, proximoIntento: after(5000) })
    queue.add('2')
    queue.advance(5000)
    await runner.drain()
    expect(queue.estados()).toEqual({ '1': 'dlq', '2': 'pending', line: 'pending' })
    expect(ended).toEqual(['1 dlq'])
  })

  test('has them wait as if they had failed as often as it says', async () => {
    const { queue } = lineOf(['1'], async (taken, ctx, line) => {
      await ctx.settle([
        { id: taken[0]!.id, outcome: 'retry', error: FAULT, fallas: 3 },
        { id: line.id, outcome: 'retry', error: FAULT },
      ])
    })
    await queue.runner().drain()
    expect(queue.get('1').proximoIntento).toBe(after(120_000))
  })

  test('takes nothing any more once it is over, and gives back what it had when the server stops', async () => {
    let context: JobContext | undefined
    const { queue, line } = lineOf(['1', '2'], (_, ctx) => {
      context = ctx
      return new Promise(() => {})
    })
    const runner = queue.runner()
    runner.start()
    await turns()
    expect(queue.get('1').estado).toBe('processing')
    await runner.stop(0)
    for (const job of [queue.get('1'), queue.get('2'), line()])
      expect(job).toMatchObject({ estado: 'pending', intentos: 0 })
    expect(() => context!.claim(['1'])).toThrow('is over')
    expect(queue.get('1').estado).toBe('pending')
  })

  test('is renewed with them for as long as it lasts', async () => {
    const { queue, line } = lineOf(['1'], () => new Promise(() => {}))
    const runner = queue.runner()
    runner.start()
    await turns()
    for (let beat = 0; beat < 8; beat++) {
      queue.advance(15_000)
      await runner.beat()
    }
    expect([queue.get('1').estado, line().estado]).toEqual(['processing', 'processing'])
    await runner.stop(0)
  })
})

describe('a process that dies with what a run took along', () => {
  test('leaves all of it to the next, no attempt spent; the run waits no longer than the first of them', async () => {
    const { queue, line } = lineOf(['1', '2'], () => new Promise(() => {}))
    let draws = 0
    const random = (): number => [0.9, 0.1, 0.5][draws++ % 3]!
    for (let death = 1; death <= 7; death++) {
      queue.runner({ random }).start()
      await turns()
      expect(line().estado).toBe('processing')
      draws = 0
      expect(queue.runner({ random }).rescue()).toBeGreaterThan(1)
      const waits = [queue.get('1'), queue.get('2')].map(({ proximoIntento }) => proximoIntento!)
      expect(line().proximoIntento).toBe(waits.sort()[0]!)
      expect(queue.get('1')).toMatchObject({ estado: 'pending', intentos: 0 })
      queue.advance(200_000)
    }
  })

  test('lets it be tried again soon by whoever starts anew, and no sooner for starting often', async () => {
    const { queue, line } = lineOf(['1'], all('retry'))
    await queue.runner().drain()
    // As many attempts would leave it, which spend the two of its members.
    queue.client.exec(`UPDATE job SET run_at = ${START.getTime() + 3_600_000}`)
    for (const seconds of [10, 20, 25]) {
      const next = testQueueAt(queue, seconds)
      next.rescue()
    }
    expect(line().proximoIntento).toBe(after(40_000))
    expect(queue.get('1').proximoIntento).toBe(after(40_000))
  })
})

/** A runner of another process, so many seconds after the beginning. */
function testQueueAt(queue: ReturnType<typeof testQueue>, seconds: number) {
  return queue.runner({ clock: () => new Date(START.getTime() + seconds * 1000) })
}
