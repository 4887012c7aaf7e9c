import { describe, expect, test } from 'bun:test'
import {
  defineJob,
  type Ended,
  type Job,
  type JobContext,
  type Outcome,
  type Settled,
} from '../../src/jobs/kind'
import { after, FAULT, START, testQueue, WAITING } from './queue'

const HOUR = 3_600_000

/** A kind that answers every job of a batch alike. */
const answering = (outcome: (job: Job, ctx: JobContext) => Outcome, more = {}) =>
  defineJob({
    kind: 'prueba',
    loteMax: () => 100,
    run: async (jobs, ctx) => void (await ctx.settle(jobs.map((job) => outcome(job, ctx)))),
    ...more,
  })
const retrying = answering(({ id }) => ({ id, outcome: 'retry', error: FAULT }))

describe('completed', () => {
  test('ends the job with its times, and a second drain does not run it again', async () => {
    let runs = 0
    const kind = answering(({ id }) => {
      runs++
      return { id, outcome: 'completed' }
    })
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    await runner.drain()
    await runner.drain()
    expect(runs).toBe(1)
    expect(queue.get('a')).toMatchObject({
      estado: 'completed',
      intentos: 1,
      startedAt: after(0),
      completedAt: after(0),
      failedAt: null,
      proximoIntento: null,
      error: null,
    })
  })

  test('clears the error that an earlier attempt left', async () => {
    let outcome: 'retry' | 'completed' = 'retry'
    const kind = answering(({ id }) => ({ id, outcome, error: FAULT }))
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    await runner.drain()
    expect(queue.get('a').error).toEqual(WAITING)
    outcome = 'completed'
    queue.advance(5000)
    await runner.drain()
    expect(queue.get('a')).toMatchObject({
      estado: 'completed',
      intentos: 2,
      error: null,
      startedAt: after(0),
    })
  })
})

describe('retry', () => {
  test('reads pending with its next attempt while it waits, for pollers (http §7)', async () => {
    const queue = testQueue([retrying])
    queue.add('a')
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({
      estado: 'pending',
      intentos: 1,
      proximoIntento: after(5000),
      failedAt: null,
      error: WAITING,
    })
  })

  test('follows the back-off of http §7 to the millisecond and runs no earlier', async () => {
    const queue = testQueue([retrying])
    queue.add('a')
    const runner = queue.runner()
    await runner.drain()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      const wait = Date.parse(queue.get('a').proximoIntento!) - queue.clock().getTime()
      pauses.push(wait / 1000)
      queue.advance(wait - 1)
      await runner.drain()
      expect(queue.get('a').intentos).toBe(attempt)
      queue.advance(1)
      await runner.drain()
      expect(queue.get('a').intentos).toBe(attempt + 1)
    }
    expect(pauses).toEqual([5, 15, 45, 120, 360, 900, 1800, 3600, 3600, 3600])
  })

  test('keeps a batch together: jobs that failed at once have one random draw', async () => {
    const queue = testQueue([retrying])
    for (const id of ['a', 'b', 'c']) queue.add(id)
    const draws = [0.1, 0.9, 0.4]
    await queue.runner({ random: () => draws.shift()! }).drain()
    const times = ['a', 'b', 'c'].map((id) => queue.get(id).proximoIntento!)
    expect(new Set(times)).toEqual(new Set([after(4200)]))
  })

  test('waits for the moment the kind names instead, when it names one', async () => {
    const at = new Date(START.getTime() + 90_000)
    const queue = testQueue([answering(({ id }) => ({ id, outcome: 'retry', error: FAULT, runAt: at }))])
    queue.add('a')
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1, proximoIntento: after(90_000) })
  })

  test('becomes dlq at the last of the attempts (http §7)', async () => {
    const queue = testQueue([
      answering(({ id }) => ({ id, outcome: 'retry', error: FAULT }), { maxIntentos: 3 }),
    ])
    queue.add('a')
    const runner = queue.runner()
    for (let i = 0; i < 5; i++) {
      await runner.drain()
      queue.advance(HOUR)
    }
    expect(queue.get('a')).toMatchObject({ estado: 'dlq', intentos: 3, proximoIntento: null })
    expect(queue.get('a').failedAt).toBe(after(2 * HOUR))
    expect(queue.log.map(({ mensaje }) => mensaje)).toContain('a job spent its attempts')
  })

  test('says what is to be done as long as it runs again by itself, and once it does not', async () => {
    const AGOTADO = 'Ya no se reintenta solo: reintente el trabajo cuando la causa haya pasado'
    for (const [accion, waiting, ended] of [
      [null, 'Se reintenta solo', AGOTADO],
      ['Avise al SII', 'Avise al SII', `Avise al SII. ${AGOTADO}`],
    ] as const) {
      const told: unknown[] = []
      const error = { ...FAULT, accion }
      const kind = answering(({ id }) => ({ id, outcome: 'retry', error }), {
        maxIntentos: 2,
        ended: ([end]: readonly Ended[]) => void told.push(end!.error),
      })
      const queue = testQueue([kind])
      queue.add('a')
      const runner = queue.runner()
      await runner.drain()
      expect(queue.get('a')).toMatchObject({
        estado: 'pending',
        error: { reintentable: true, accion: waiting },
      })
      queue.advance(5000)
      await runner.drain()
      expect(queue.get('a')).toMatchObject({ estado: 'dlq', error: { reintentable: true, accion: ended } })
      expect(told).toEqual([queue.get('a').error])
    }
  })

  test('becomes dlq by its attempts alone, however long it has waited (http §7)', async () => {
    const queue = testQueue([retrying])
    queue.add('a')
    queue.advance(240 * HOUR)
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1 })
  })
})

test('failed stores the error in the shape of http §6 and stops', async () => {
  const error = {
    ...FAULT,
    code: 'CERTIFICATE_EXPIRED',
    etapa: 'firma',
    reintentable: false,
    accion: 'Cargue un certificado vigente y reintente el trabajo',
  } as const
  const queue = testQueue([answering(({ id }) => ({ id, outcome: 'failed', error }))])
  queue.add('a')
  const runner = queue.runner()
  await runner.drain()
  queue.advance(HOUR)
  await runner.drain()
  expect(queue.get('a')).toMatchObject({ estado: 'failed', intentos: 1, failedAt: after(0), error })
})

test('snooze waits without spending an attempt, beyond any number of attempts', async () => {
  const kind = answering(
    ({ id }, ctx) => ({ id, outcome: 'snooze', runAt: new Date(ctx.now().getTime() + 1000) }),
    { maxIntentos: 2 },
  )
  const queue = testQueue([kind])
  queue.add('a')
  const runner = queue.runner()
  for (let i = 0; i < 5; i++) {
    await runner.drain()
    queue.advance(1000)
  }
  expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 0 })
  expect(queue.get('a').proximoIntento).toBe(after(5000))
})

test('snooze says why when it is given an error, keeps what was said before when it is not, and forgets it for null', async () => {
  const errors = [FAULT, undefined, { ...FAULT, error: 'otra cosa' }, null]
  const kind = answering(({ id }, ctx) => {
    const error = errors.shift()
    const runAt = new Date(ctx.now().getTime() + 1000)
    return { id, outcome: 'snooze', runAt, ...(error !== undefined && { error }) }
  })
  const queue = testQueue([kind])
  queue.add('a')
  const runner = queue.runner()
  const said: unknown[] = []
  while (errors.length) {
    await runner.drain()
    said.push(queue.get('a').error?.error)
    queue.advance(1000)
  }
  expect(said).toEqual([FAULT.error, FAULT.error, 'otra cosa', undefined])
})

test('a wait that is over already does not spin: the job runs once at an instant', async () => {
  let runs = 0
  const kind = answering(({ id }) => {
    runs++
    return { id, outcome: 'snooze', runAt: new Date(0) }
  })
  const queue = testQueue([kind])
  queue.add('a')
  await queue.runner().drain()
  expect(runs).toBe(1)
})

describe('what a kind leaves unsettled', () => {
  test('is retried with an internal error when it throws; what it settled before stays', async () => {
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        await ctx.settle([{ id: jobs[0]!.id, outcome: 'completed' }])
        throw new Error('a secret detail')
      },
    })
    const queue = testQueue([kind])
    for (const id of ['a', 'b', 'c']) queue.add(id)
    await queue.runner().drain()
    expect(queue.estados()).toEqual({ a: 'completed', b: 'pending', c: 'pending' })
    const { error } = queue.get('b')
    expect(error).toMatchObject({
      code: 'INTERNAL_ERROR',
      reintentable: true,
      etapa: null,
      sii: null,
      accion: 'Se reintenta solo',
    })
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(queue.log).toContainEqual(
      expect.objectContaining({ nivel: 'error', mensaje: 'a job kind failed' }),
    )
  })

  test('is retried when it returns', async () => {
    const queue = testQueue([defineJob({ kind: 'prueba', loteMax: () => 10, async run() {} })])
    queue.add('a')
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({
      estado: 'pending',
      intentos: 1,
      error: { code: 'INTERNAL_ERROR' },
    })
  })

  test('ends in dlq like any other retry', async () => {
    const kind = defineJob({
      kind: 'prueba',
      maxIntentos: 1,
      loteMax: () => 10,
      async run() {
        throw new Error('always')
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    await queue.runner().drain()
    expect(queue.get('a').estado).toBe('dlq')
  })
})

describe('settle', () => {
  const noting = (write: (queue: ReturnType<typeof testQueue>, settled: Settled[]) => void) => {
    const queue: ReturnType<typeof testQueue> = testQueue([
      defineJob({
        kind: 'prueba',
        maxIntentos: 1,
        loteMax: () => 10,
        async run(jobs, ctx) {
          const outcomes = jobs.map(
            ({ id }, i): Outcome =>
              i ? { id, outcome: 'retry', error: FAULT } : { id, outcome: 'completed' },
          )
          await ctx.settle(outcomes, (settled) => write(queue, settled))
        },
      }),
    ])
    queue.client.exec('CREATE TABLE nota (id TEXT)')
    return queue
  }
  const notes = (queue: ReturnType<typeof testQueue>) =>
    queue.client.prepare('SELECT id FROM nota').pluck().all()

  test('keeps the business writes with the job rows, and tells them what became of each job', async () => {
    const seen: Settled[] = []
    const queue = noting((q, settled) => {
      expect(q.client.inTransaction).toBe(true)
      seen.push(...settled)
      for (const { id } of settled) q.client.prepare('INSERT INTO nota VALUES (?)').run(id)
    })
    queue.add('a')
    queue.add('b')
    await queue.runner().drain()
    expect(seen).toEqual([
      { id: 'a', estado: 'completed', runAt: null },
      { id: 'b', estado: 'dlq', runAt: null },
    ])
    expect(notes(queue)).toEqual(['a', 'b'])
  })

  test('keeps neither when the business write throws: the jobs are retried', async () => {
    const queue = noting((q) => {
      q.client.exec("INSERT INTO nota VALUES ('half')")
      throw new Error('broken write')
    })
    queue.add('a')
    await queue.runner().drain()
    expect(notes(queue)).toEqual([])
    expect(queue.get('a')).toMatchObject({
      estado: 'dlq',
      completedAt: null,
      error: { code: 'INTERNAL_ERROR' },
    })
  })

  test('refuses a job of another batch and a job named twice', async () => {
    const faults: unknown[] = []
    const kind = defineJob({
      kind: 'prueba',
      async run(jobs, ctx) {
        const id = jobs[0]!.id
        const completed = { id, outcome: 'completed' } as const
        await ctx.settle([{ ...completed, id: 'other' }]).catch((fault) => faults.push(fault.message))
        await ctx.settle([completed, completed]).catch((fault) => faults.push(fault.message))
        await ctx.settle([completed])
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    await queue.runner().drain()
    expect(faults).toEqual(['job other is not open in this batch', 'a batch settles one job twice'])
    expect(queue.get('a').estado).toBe('completed')
  })
})
