// The hook that sees jobs end, and the small statements beside the queue: hasten, forget, the clock's tasks.

import { describe, expect, test } from 'bun:test'
import { createCron } from '../../src/jobs/cron'
import { createForget } from '../../src/jobs/forget'
import { createHasten } from '../../src/jobs/hasten'
import { defineJob, type Ended, type Outcome } from '../../src/jobs/kind'
import { FAULT, testQueue } from './queue'

type Verdict = 'completed' | 'failed' | 'retry' | 'snooze'

/** A kind whose jobs end as `answers` says, and what its `ended` was told, batch by batch. */
function watched(answers: Record<string, Verdict>, more = {}) {
  const told: string[][] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 100,
    async run(jobs, ctx) {
      await ctx.settle(
        jobs.map(({ id }): Outcome => {
          const outcome = answers[id]!
          if (outcome === 'snooze') return { id, outcome, runAt: new Date(ctx.now().getTime() + 1000) }
          return outcome === 'completed' ? { id, outcome } : { id, outcome, error: FAULT }
        }),
      )
    },
    ended: (ended: readonly Ended[]) =>
      void told.push(ended.map(({ job, estado, error }) => `${job.id} ${estado} ${error?.code ?? '-'}`)),
    ...more,
  })
  return { kind, told }
}

describe('the end of jobs', () => {
  test('is told once for all that end in one transaction, with their errors, and of nothing that goes on', async () => {
    const { kind, told } = watched({ a: 'completed', b: 'failed', c: 'retry', d: 'snooze', e: 'completed' })
    const queue = testQueue([kind])
    for (const id of 'abcde') queue.add(id)
    await queue.runner().drain()
    expect(told).toEqual([['a completed -', 'b failed SII_UNAVAILABLE', 'e completed -']])
  })

  test('is told of a retry that spent its attempts', async () => {
    const { kind, told } = watched({ a: 'retry' }, { maxIntentos: 1 })
    const queue = testQueue([kind])
    queue.add('a')
    await queue.runner().drain()
    expect(told).toEqual([['a dlq SII_UNAVAILABLE']])
  })

  test('is told of a scheduled job that its kind refused', async () => {
    const { kind, told } = watched({}, { release: () => ({ ...FAULT, code: 'NO_FOLIOS' as const }) })
    const queue = testQueue([kind])
    queue.add('a', { estado: 'scheduled', runAt: new Date(queue.clock().getTime() + 1000) })
    queue.advance(1000)
    await queue.runner().drain()
    expect(queue.get('a').estado).toBe('failed')
    expect(told).toEqual([['a failed NO_FOLIOS']])
  })

  test('that cannot be told is no end: nothing of it is kept, and the job runs again', async () => {
    let broken = true
    const { kind } = watched(
      { a: 'completed' },
      {
        ended() {
          if (broken) throw new Error('no')
        },
      },
    )
    const queue = testQueue([kind])
    queue.add('a')
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1 })
    broken = false
    queue.advance(5000)
    await queue.runner().drain()
    expect(queue.get('a').estado).toBe('completed')
  })
})

test('a hastened job is ready at once; one that waits for nothing is left alone', async () => {
  const { kind } = watched({ a: 'completed' })
  const queue = testQueue([kind])
  queue.add('a', { runAt: new Date(queue.clock().getTime() + 3_600_000) })
  const hasten = createHasten(queue.client)
  expect(hasten('a')).toBe(true)
  expect(hasten('a')).toBe(false)
  await queue.runner().drain()
  expect(queue.get('a').estado).toBe('completed')
  expect(hasten('a')).toBe(false)
})

test('a job is forgotten only when it is over', async () => {
  const { kind } = watched({ a: 'completed' })
  const queue = testQueue([kind])
  queue.add('a')
  const forget = createForget(queue.client)
  forget('a')
  expect(queue.get('a').estado).toBe('pending')
  await queue.runner().drain()
  forget('a')
  expect(queue.estados()).toEqual({})
})

describe('tasks of the clock', () => {
  test('run each, whatever became of the one before, and a fault is logged', async () => {
    const ran: string[] = []
    const faults: unknown[] = []
    const cron = createCron(
      [
        {
          name: 'rota',
          pattern: '7 * * * *',
          run() {
            throw new Error('no')
          },
        },
        { name: 'buena', pattern: '23 4 * * *', run: async () => void ran.push('buena') },
      ],
      (_nivel, _mensaje, { task }) => faults.push(task),
    )
    await cron.runAll()
    expect([ran, faults]).toEqual([['buena'], ['rota']])
    cron.start()
    cron.stop()
  })
})
