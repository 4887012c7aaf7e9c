import { describe, expect, test } from 'bun:test'
import { AppError } from '../../src/domain/errors'
import { createDue } from '../../src/jobs/due'
import { defineJob, type Job, type JobError, kindsByName } from '../../src/jobs/kind'
import { createLeases } from '../../src/jobs/lease'
import { after, FAULT, START, testQueue } from './queue'

const AT = new Date(START.getTime() + 3_600_000)
const SCHEDULED = { estado: 'scheduled', runAt: AT } as const

function scheduledKind(release?: (job: Job, now: Date) => JobError | undefined) {
  const runs: string[] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    async run(jobs, ctx) {
      runs.push(...jobs.map(({ id }) => id))
      await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
    },
    release,
  })
  return { kind, runs }
}

describe('a scheduled job (http §7)', () => {
  test('stays scheduled until its time, then is released by its kind inside a transaction, and runs', async () => {
    const released: unknown[] = []
    const { kind, runs } = scheduledKind((job, now) => {
      released.push([job.id, now, queue.client.inTransaction])
      return undefined
    })
    const queue = testQueue([kind])
    queue.add('a', SCHEDULED)
    const runner = queue.runner()
    queue.advance(3_599_999)
    await runner.drain()
    expect(queue.get('a')).toMatchObject({ estado: 'scheduled', proximoIntento: after(3_600_000) })
    expect(released).toEqual([])
    queue.advance(1)
    await runner.drain()
    expect(released).toEqual([['a', AT, true]])
    expect(runs).toEqual(['a'])
    expect(queue.get('a').estado).toBe('completed')
  })

  test('fails with the error its kind gives, its writes kept: no folio at that time', async () => {
    const error = { ...FAULT, code: 'NO_FOLIOS', error: 'Sin folios', etapa: null } as const
    const { kind, runs } = scheduledKind(({ id }) => {
      queue.client.prepare('INSERT INTO nota VALUES (?)').run(id)
      return error
    })
    const queue = testQueue([kind])
    queue.client.exec('CREATE TABLE nota (id TEXT)')
    queue.add('a', SCHEDULED)
    queue.advance(3_600_000)
    await queue.runner().drain()
    expect(runs).toEqual([])
    expect(queue.get('a')).toMatchObject({
      estado: 'failed',
      failedAt: after(3_600_000),
      error,
      proximoIntento: null,
    })
    expect(queue.client.prepare('SELECT id FROM nota').pluck().all()).toEqual(['a'])
  })

  test('fails alone, its writes undone, when the hook throws; an AppError gives its code and text', async () => {
    const { kind, runs } = scheduledKind(({ id }) => {
      queue.client.prepare('INSERT INTO nota VALUES (?)').run(id)
      if (id === 'app') throw new AppError('NO_FOLIOS', 'No quedan folios')
      if (id === 'bug') throw new Error('a secret detail')
      return undefined
    })
    const queue = testQueue([kind])
    queue.client.exec('CREATE TABLE nota (id TEXT)')
    for (const id of ['app', 'good', 'bug']) queue.add(id, SCHEDULED)
    queue.advance(3_600_000)
    await queue.runner().drain()
    expect(runs).toEqual(['good'])
    expect(queue.client.prepare('SELECT id FROM nota').pluck().all()).toEqual(['good'])
    expect(queue.get('app').error).toMatchObject({ code: 'NO_FOLIOS', error: 'No quedan folios' })
    expect(queue.get('bug').error).toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(JSON.stringify(queue.get('bug').error)).not.toContain('secret')
  })

  test('goes behind the jobs accepted before its release, as its folio does', async () => {
    const { kind, runs } = scheduledKind()
    const queue = testQueue([kind])
    queue.add('scheduled', SCHEDULED)
    queue.advance(3_599_999)
    queue.add('before')
    queue.advance(1)
    await queue.runner().drain()
    expect(runs).toEqual(['before', 'scheduled'])
  })

  test('goes behind what was released before it, though it was made earlier', () => {
    const { kind } = scheduledKind()
    const queue = testQueue([kind])
    queue.add('evening', { estado: 'scheduled', runAt: new Date(AT.getTime() + 3_600_000) })
    queue.add('noon', SCHEDULED)
    const due = createDue({ client: queue.client, kinds: kindsByName([kind]), log: () => {} })
    due.step(AT.getTime())
    due.step(AT.getTime() + 3_600_000)
    const { grupo } = queue.client.prepare("SELECT grupo FROM job WHERE id = 'noon'").get() as {
      grupo: string
    }
    const leased = createLeases(queue.client).claim(grupo, 10, 'lot_1', AT.getTime() + 3_600_000)
    expect(leased.map(({ id }) => id)).toEqual(['noon', 'evening'])
  })

  test('fails when nobody knows its kind any more', async () => {
    const queue = testQueue([])
    queue.add('a', SCHEDULED)
    queue.advance(3_600_000)
    await queue.runner().drain()
    expect(queue.get('a')).toMatchObject({ estado: 'failed', error: { code: 'INTERNAL_ERROR' } })
  })

  test('needs a time', () => {
    const queue = testQueue([])
    expect(() => queue.add('a', { estado: 'scheduled' })).toThrow('CHECK')
  })

  test('many are released in chunks, all of them in one drain', async () => {
    const { kind, runs } = scheduledKind()
    const queue = testQueue([kind])
    for (let i = 0; i < 250; i++) queue.add(`s${i}`, SCHEDULED)
    for (let i = 0; i < 2500; i++) queue.add(`p${i}`, { runAt: AT })
    queue.advance(3_600_000)
    await queue.runner().drain()
    expect(runs).toHaveLength(2750)
    expect(new Set(runs).size).toBe(2750)
  })
})
