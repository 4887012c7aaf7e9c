import { describe, expect, test } from 'bun:test'
import { AppError } from '../../src/domain/errors'
import { createBacklog } from '../../src/jobs/backlog'
import type { Estado } from '../../src/jobs/estados'
import { defineJob, type Job } from '../../src/jobs/kind'
import { after, FAULT, START, shown, testQueue } from './queue'

const key = (id: string, more = {}) => ({
  kind: 'prueba',
  empresaId: 'emp_1',
  ambiente: 'simulacion' as const,
  id,
  ...more,
})

/** A kind that fails, retries or completes a job as its id says. */
function namedKind(hooks = {}) {
  return defineJob({
    kind: 'prueba',
    maxIntentos: 1,
    loteMax: () => 100,
    async run(jobs, ctx) {
      await ctx.settle(
        jobs.map(({ id }) => {
          if (id.startsWith('failed')) return { id, outcome: 'failed', error: FAULT }
          if (id.startsWith('dlq')) return { id, outcome: 'retry', error: FAULT }
          return { id, outcome: 'completed' }
        }),
      )
    },
    ...hooks,
  })
}

async function settledQueue(ids: string[], hooks = {}) {
  const queue = testQueue([namedKind(hooks)])
  for (const id of ids) queue.add(id)
  const runner = queue.runner()
  await runner.drain()
  return { ...queue, drain: () => runner.drain() }
}

const codeOf = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (fault) {
    return fault instanceof AppError ? fault.code : String(fault)
  }
  return undefined
}

describe('an operator retries', () => {
  for (const estado of ['failed', 'dlq'] as const) {
    test(`a ${estado} job: pending at once, attempts anew (http §7)`, async () => {
      const retried: Job[] = []
      const queue = await settledQueue([`${estado}-1`], { retried: (job: Job) => void retried.push(job) })
      queue.advance(30 * 3_600_000)
      expect(shown(queue.cola.retry(key(`${estado}-1`)))).toMatchObject({
        estado: 'pending',
        intentos: 0,
        proximoIntento: null,
        startedAt: null,
        failedAt: null,
        error: null,
        createdAt: after(0),
      })
      expect(retried.map(({ id, intentos }) => [id, intentos])).toEqual([[`${estado}-1`, 0]])
      await queue.drain()
      expect(queue.get(`${estado}-1`)).toMatchObject({ estado, intentos: 1 })
    })
  }

  test('no job of another state: INVALID_STATE', async () => {
    const queue = await settledQueue(['completed-1'])
    queue.add('pending-1')
    queue.add('scheduled-1', { estado: 'scheduled', runAt: new Date(START.getTime() + 1) })
    for (const id of ['completed-1', 'pending-1', 'scheduled-1'])
      expect(codeOf(() => queue.cola.retry(key(id)))).toBe('INVALID_STATE')
    expect(() => queue.cola.retry(key('completed-1'))).toThrow(
      'Un trabajo en estado completed no se puede reintentar',
    )
  })

  test('nothing when the hook of the kind refuses', async () => {
    const queue = await settledQueue(['failed-1'], {
      retried: () => {
        throw new AppError('NO_FOLIOS', 'No quedan folios')
      },
    })
    expect(codeOf(() => queue.cola.retry(key('failed-1')))).toBe('NO_FOLIOS')
    expect(queue.get('failed-1')).toMatchObject({ estado: 'failed', error: FAULT, intentos: 1 })
  })
})

describe('an operator discards', () => {
  test('a failed, dlq or scheduled job, with the writes of its kind and the options given', async () => {
    const discarded: unknown[] = []
    const queue = await settledQueue(['failed-1', 'dlq-1'], {
      discarded: (job: Job, now: Date, opciones: object) => void discarded.push([job.id, now, opciones]),
    })
    queue.add('scheduled-1', { estado: 'scheduled', runAt: new Date(START.getTime() + 1) })
    expect(queue.cola.discard(key('failed-1'), { liberar_folio: true })).toMatchObject({
      estado: 'discarded',
      error: FAULT,
    })
    queue.cola.discard(key('dlq-1'))
    queue.cola.discard(key('scheduled-1'))
    expect(discarded).toEqual([
      ['failed-1', START, { liberar_folio: true }],
      ['dlq-1', START, {}],
      ['scheduled-1', START, {}],
    ])
    queue.advance(86_400_000)
    await queue.drain()
    expect(new Set(Object.values(queue.estados()))).toEqual(new Set(['discarded']))
  })

  test('no job of another state, and none twice: INVALID_STATE', async () => {
    const queue = await settledQueue(['completed-1', 'failed-1'])
    queue.add('pending-1')
    queue.cola.discard(key('failed-1'))
    for (const id of ['completed-1', 'pending-1', 'failed-1'])
      expect(codeOf(() => queue.cola.discard(key(id)))).toBe('INVALID_STATE')
  })

  test('nothing when the hook of the kind breaks', async () => {
    const queue = await settledQueue(['failed-1'], {
      discarded: () => {
        throw new Error('broken')
      },
    })
    expect(() => queue.cola.discard(key('failed-1'))).toThrow('broken')
    expect(queue.get('failed-1').estado).toBe('failed')
  })
})

describe("another's job", () => {
  test('is not found: company, environment and kind all have to match (http §0)', async () => {
    const queue = await settledQueue(['failed-1'])
    for (const other of [{ empresaId: 'emp_2' }, { ambiente: 'produccion' }, { kind: 'otro' }, { id: 'x' }]) {
      const wrong = key('failed-1', other)
      expect(queue.cola.get(wrong)).toBeUndefined()
      expect(codeOf(() => queue.cola.retry(wrong))).toBe('NOT_FOUND')
      expect(codeOf(() => queue.cola.discard(wrong))).toBe('NOT_FOUND')
    }
    expect(queue.get('failed-1').estado).toBe('failed')
  })
})

type Page = { limite?: number; offset?: number }

describe('list', () => {
  async function longQueue() {
    const queue = await settledQueue(['failed-1', 'completed-1'])
    queue.advance(1000)
    queue.add('failed-2')
    queue.add('completed-2')
    await queue.drain()
    queue.advance(1000)
    queue.add('pending-1')
    queue.add('theirs', { empresa: 'emp_2' })
    queue.add('test', { ambiente: 'certificacion' })
    queue.add('other', { kind: 'otro' })
    const filter = {
      kind: 'prueba',
      empresaId: 'emp_1',
      ambiente: 'simulacion' as const,
    }
    const list = ({ limite = 10, offset = 0, ...more }: Record<string, unknown> & Page = {}) => {
      const { rows, total } = queue.cola.list({ ...filter, ...more })
      return [total(), ...rows(limite, offset).map(({ id }) => id)]
    }
    return { ...queue, list }
  }

  test('gives the jobs of one company, environment and kind, newest first', async () => {
    const { list } = await longQueue()
    expect(list()).toEqual([5, 'pending-1', 'completed-2', 'failed-2', 'completed-1', 'failed-1'])
    expect(list({ empresaId: 'emp_2' })).toEqual([1, 'theirs'])
    expect(list({ empresaId: 'emp_3' })).toEqual([0])
  })

  test('filters by state and by the time of creation, the end excluded', async () => {
    const { list } = await longQueue()
    expect(list({ estados: ['failed'] })).toEqual([2, 'failed-2', 'failed-1'])
    expect(list({ estados: ['completed'] })).toEqual([2, 'completed-2', 'completed-1'])
    expect(list({ estados: ['dlq'] })).toEqual([0])
    const second = (n: number) => new Date(START.getTime() + n * 1000)
    expect(list({ desde: second(1), hasta: second(2) })).toEqual([2, 'completed-2', 'failed-2'])
    expect(list({ estados: ['completed'], hasta: second(1) })).toEqual([1, 'completed-1'])
    expect(list({ estados: ['pending'], desde: second(2) })).toEqual([1, 'pending-1'])
  })

  test('pages; a page out of range is empty and still tells the total (http §10.1)', async () => {
    const { list } = await longQueue()
    expect(list({ limite: 2, offset: 2 })).toEqual([5, 'failed-2', 'completed-1'])
    expect(list({ limite: 2, offset: 4 })).toEqual([5, 'failed-1'])
    expect(list({ limite: 2, offset: 16 })).toEqual([5])
  })

  test('goes on behind a job, those of the same instant in the order in which they were queued', async () => {
    const { cola } = await longQueue()
    const { after } = cola.list({ kind: 'prueba', empresaId: 'emp_1', ambiente: 'simulacion' })
    const ids: string[] = []
    for (let rows = after(null, 2); rows.length; rows = after(rows.at(-1)!, 2))
      ids.push(...rows.map(({ id }) => id))
    expect(ids).toEqual(['pending-1', 'completed-2', 'failed-2', 'completed-1', 'failed-1'])
  })

  test('the totals of all states add up to the total without one', async () => {
    const { list } = await longQueue()
    const estados: Estado[] = [
      'pending',
      'processing',
      'scheduled',
      'completed',
      'failed',
      'dlq',
      'discarded',
    ]
    const sum = estados.reduce((total, estado) => total + Number(list({ estados: [estado] })[0]), 0)
    expect(sum).toBe(5)
  })

  test('counts tells what stands where, and since when, but for completed jobs', async () => {
    const { cola } = await longQueue()
    expect(cola.counts()).toEqual([
      { kind: 'otro', estado: 'pending', jobs: 1, oldest: new Date(START.getTime() + 2000) },
      { kind: 'prueba', estado: 'failed', jobs: 2, oldest: START },
      { kind: 'prueba', estado: 'pending', jobs: 3, oldest: new Date(START.getTime() + 2000) },
    ])
  })
})

describe('the backlog (http §16.4)', () => {
  const full = { code: 'QUEUE_UNAVAILABLE', headers: { 'Retry-After': '5' } }

  test('refuses what goes beyond it, and takes jobs again when some have left', async () => {
    const queue = testQueue([namedKind()])
    const admit = createBacklog({ client: queue.client, kind: 'prueba', max: 3, clock: queue.clock })
    for (const id of ['a', 'b', 'c']) {
      admit()
      queue.add(id)
    }
    expect(admit).toThrow(expect.objectContaining(full))
    await queue.runner().drain()
    queue.advance(99)
    expect(admit).toThrow(expect.objectContaining(full))
    queue.advance(1)
    expect(admit).not.toThrow()
  })

  test('counts waiting and scheduled jobs of its kind, not those of others or those that stopped', async () => {
    const queue = await settledQueue(['failed-1', 'completed-1'])
    queue.add('other', { kind: 'otro' })
    queue.add('scheduled', { estado: 'scheduled', runAt: new Date(START.getTime() + 1) })
    const admit = createBacklog({ client: queue.client, kind: 'prueba', max: 2, clock: queue.clock })
    admit()
    queue.add('pending')
    expect(admit).toThrow(expect.objectContaining(full))
  })

  test('a place whose insertion was undone is not lost', () => {
    const queue = testQueue([])
    const admit = createBacklog({ client: queue.client, kind: 'prueba', max: 2, clock: queue.clock })
    for (let i = 0; i < 10; i++) expect(admit).not.toThrow()
  })
})
