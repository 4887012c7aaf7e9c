import { describe, expect, test } from 'bun:test'
import { defineJob, type Job, type JobContext } from '../../src/jobs/kind'
import { LeaseLost } from '../../src/jobs/settle'
import { after, FAULT, START, testQueue, turns } from './queue'

const complete = (jobs: Job[], ctx: JobContext) =>
  ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' as const })))

/** A kind whose runs are told by hand when to go on. */
function heldKind(more = {}) {
  const runs: { ids: string[]; go: () => void; ctx: JobContext; end: Promise<unknown> }[] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 2,
    async run(jobs, ctx) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const over = Promise.withResolvers<unknown>()
      runs.push({ ids: jobs.map(({ id }) => id), go: resolve, ctx, end: over.promise })
      await promise
      await complete(jobs, ctx).then(over.resolve, over.resolve)
    },
    ...more,
  })
  return { kind, runs }
}

describe('leasing', () => {
  test('takes the jobs of a group together, oldest first, at most loteMax', async () => {
    const batches: string[][] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: (grupo) => (grupo.endsWith('emp_1') ? 3 : 2),
      async run(jobs, ctx) {
        batches.push(jobs.map(({ id }) => id))
        await complete(jobs, ctx)
      },
    })
    const queue = testQueue([kind])
    // Ids that do not sort in the order of their insertion.
    for (const id of ['z', 'a', 'm', 'b']) queue.add(id)
    for (const id of ['x', 'c', 'y']) queue.add(id, { empresa: 'emp_2' })
    await queue.runner().drain()
    expect(batches).toHaveLength(4)
    expect(batches.flat().sort()).toEqual(['a', 'b', 'c', 'm', 'x', 'y', 'z'])
    expect(batches.filter((ids) => ids.length > 1)).toEqual([
      ['z', 'a', 'm'],
      ['x', 'c'],
    ])
  })

  test('puts a job that waited for its retry before the younger ones of its group', async () => {
    const batches: string[][] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 5,
      async run(jobs, ctx) {
        batches.push(jobs.map(({ id }) => id))
        if (batches.length > 1) return void (await complete(jobs, ctx))
        await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'retry', error: FAULT })))
      },
    })
    const queue = testQueue([kind])
    queue.add('old')
    const runner = queue.runner()
    await runner.drain()
    queue.advance(5000)
    queue.add('young')
    await runner.drain()
    expect(batches).toEqual([['old'], ['old', 'young']])
  })

  test('gives the kind args, attempt and instants as they were put in', async () => {
    let seen: Job | undefined
    const kind = defineJob({
      kind: 'prueba',
      async run(jobs, ctx) {
        seen = jobs[0]
        await complete(jobs, ctx)
      },
    })
    const queue = testQueue([kind])
    queue.add('a', { args: { documentoId: 'ñ', n: 3 } })
    queue.advance(7)
    await queue.runner().drain()
    expect(seen).toEqual({
      id: 'a',
      kind: 'prueba',
      empresaId: 'emp_1',
      ambiente: 'simulacion',
      grupo: 'prueba:emp_1',
      args: { documentoId: 'ñ', n: 3 },
      intentos: 1,
      fallas: 0,
      createdAt: START,
    })
  })

  test('a job put in for later is pending and runs at its time, not before', async () => {
    const kind = defineJob({
      kind: 'prueba',
      run: async (jobs, ctx) => void (await complete(jobs, ctx)),
    })
    const queue = testQueue([kind])
    queue.add('a', { runAt: new Date(START.getTime() + 1000) })
    const runner = queue.runner()
    queue.advance(999)
    await runner.drain()
    expect(queue.get('a')).toMatchObject({
      estado: 'pending',
      proximoIntento: after(1000),
    })
    queue.advance(1)
    await runner.drain()
    expect(queue.get('a').estado).toBe('completed')
  })

  test('leaves jobs of a kind it does not know alone', async () => {
    const queue = testQueue([])
    queue.add('a', { kind: 'otro' })
    await queue.runner().drain()
    expect(queue.estados()).toEqual({ a: 'pending' })
  })

  test('does not take a kind for another whose name it begins', async () => {
    const names: string[] = []
    const make = (kind: string) =>
      defineJob({
        kind,
        loteMax: () => 10,
        async run(jobs, ctx) {
          names.push(...jobs.map(({ id }) => `${kind} ${id}`))
          await complete(jobs, ctx)
        },
      })
    const queue = testQueue([make('dte'), make('dte.emitir')])
    queue.add('a', { kind: 'dte.emitir' })
    queue.add('b', { kind: 'dte' })
    await queue.runner().drain()
    expect(names.sort()).toEqual(['dte b', 'dte.emitir a'])
  })

  test('refuses a group that does not begin with its kind, and two kinds of one name', () => {
    const { kind } = heldKind()
    const queue = testQueue([kind])
    expect(() => queue.add('a', { grupo: 'otro:emp_1' })).toThrow('must begin with its kind')
    expect(() => queue.add('a', { grupo: 'prueba:' })).toThrow('must begin with its kind')
    expect(() => queue.runner({ kinds: [kind, kind] })).toThrow('two job kinds are named prueba')
  })
})

test('no more than porGrupo batches of a group run at once', async () => {
  const { kind, runs } = heldKind({ porGrupo: 2, loteMax: () => 2 })
  const queue = testQueue([kind])
  for (const id of ['1', '2', '3', '4', '5']) queue.add(id)
  const drained = queue.runner().drain()
  await turns()
  expect(runs).toHaveLength(2)
  runs[1]!.go()
  await turns()
  expect(runs).toHaveLength(3)
  for (const { go } of runs) go()
  await drained
  expect(new Set(Object.values(queue.estados()))).toEqual(new Set(['completed']))
})

describe('fairness', () => {
  test('serves every company in turn: one with a long queue does not keep another waiting', async () => {
    const order: string[] = []
    const kind = defineJob({
      kind: 'prueba',
      concurrencia: 1,
      loteMax: () => 10,
      async run(jobs, ctx) {
        order.push(jobs[0]!.empresaId)
        await complete(jobs, ctx)
      },
    })
    const queue = testQueue([kind])
    for (let i = 0; i < 40; i++) queue.add(`a${i}`)
    queue.add('b', { empresa: 'emp_2' })
    queue.add('c', { empresa: 'emp_3' })
    await queue.runner().drain()
    expect(order).toEqual(['emp_1', 'emp_2', 'emp_3', 'emp_1', 'emp_1', 'emp_1'])
  })

  test('runs at most concurrencia batches of a kind, and another kind besides them', async () => {
    const held = heldKind({ concurrencia: 2 })
    const other = heldKind({ kind: 'otro', concurrencia: 1 })
    const queue = testQueue([held.kind, other.kind])
    for (const empresa of ['emp_1', 'emp_2', 'emp_3']) queue.add(`a${empresa}`, { empresa })
    queue.add('b', { kind: 'otro' })
    const drained = queue.runner().drain()
    await turns()
    expect(held.runs).toHaveLength(2)
    expect(other.runs).toHaveLength(1)
    held.runs[0]!.go()
    await turns()
    expect(held.runs).toHaveLength(3)
    for (const { go } of [...held.runs, ...other.runs]) go()
    await drained
  })
})

describe('the loop', () => {
  test('runs what is there at the start, and what a wake announces', async () => {
    const { kind, runs } = heldKind()
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    expect(runs.map(({ ids }) => ids)).toEqual([['a']])
    runs[0]!.go()
    await turns()
    queue.add('b')
    await turns()
    expect(runs).toHaveLength(1)
    for (let i = 0; i < 100; i++) runner.wake()
    await turns()
    expect(runs.map(({ ids }) => ids)).toEqual([['a'], ['b']])
    runs[1]!.go()
    await runner.stop(0)
  })

  test('goes on by itself while there are jobs: the end of a batch wakes it', async () => {
    const { kind, runs } = heldKind({ concurrencia: 1 })
    const queue = testQueue([kind])
    for (const id of ['a', 'b', 'c', 'd', 'e']) queue.add(id)
    const runner = queue.runner()
    runner.start()
    for (let batch = 0; batch < 3; batch++) {
      await turns()
      runs[batch]!.go()
    }
    await turns()
    expect(runs.map(({ ids }) => ids)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    await runner.stop(0)
  })

  test('keeps one timer for the next job due, however often it is woken', async () => {
    const queue = testQueue([])
    queue.add('a', { runAt: new Date(START.getTime() + 2500) })
    const runner = queue.runner()
    runner.start()
    for (let i = 0; i < 5; i++) {
      await turns()
      queue.advance(100)
      runner.wake()
    }
    await turns()
    expect([...queue.timers].map(({ ms }) => ms).sort((a, b) => a - b)).toEqual([2000, 15_000])
    await runner.stop(0)
  })

  test('sleeps exactly until the next job is due, with no polling', async () => {
    const { kind, runs } = heldKind()
    const queue = testQueue([kind])
    queue.add('a', { runAt: new Date(START.getTime() + 2500) })
    let looks = 0
    const runner = queue.runner({
      clock: () => {
        looks++
        return queue.clock()
      },
    })
    runner.start()
    await turns()
    const waits = [...queue.timers].map(({ ms }) => ms).sort((a, b) => a - b)
    expect(waits).toEqual([2500, 15_000])
    const before = looks
    await turns(50)
    expect(looks).toBe(before)
    queue.advance(2500)
    ;[...queue.timers].find(({ ms }) => ms === 2500)!.fire()
    await turns()
    expect(runs.map(({ ids }) => ids)).toEqual([['a']])
    runs[0]!.go()
    await runner.stop(0)
    expect([...queue.timers]).toEqual([])
  })

  test('is alive while its heart beats', async () => {
    const queue = testQueue([])
    const runner = queue.runner()
    expect(runner.alive()).toBe(false)
    runner.start()
    expect(runner.alive()).toBe(true)
    queue.advance(44_000)
    expect(runner.alive()).toBe(true)
    queue.advance(1000)
    expect(runner.alive()).toBe(false)
    ;[...queue.timers].find(({ ms }) => ms === 15_000)!.fire()
    expect(runner.alive()).toBe(true)
    await runner.stop(0)
    expect(runner.alive()).toBe(false)
  })

  test('keeps beating', async () => {
    const queue = testQueue([])
    const runner = queue.runner()
    runner.start()
    for (let i = 0; i < 3; i++) {
      const beat = [...queue.timers].find(({ ms }) => ms === 15_000)!
      queue.timers.delete(beat)
      beat.fire()
      await turns()
    }
    expect([...queue.timers].map(({ ms }) => ms)).toEqual([15_000])
    await runner.stop(0)
  })
})

describe('stop', () => {
  test('lets a running batch finish within the grace, and leases nothing more', async () => {
    const { kind, runs } = heldKind()
    const queue = testQueue([kind])
    for (const id of ['a', 'b', 'c']) queue.add(id)
    const runner = queue.runner()
    runner.start()
    await turns()
    const stopped = runner.stop(20_000)
    await turns()
    expect(runs[0]!.ctx.signal.aborted).toBe(false)
    runs[0]!.go()
    await stopped
    expect(queue.estados()).toEqual({ a: 'completed', b: 'completed', c: 'pending' })
    expect([...queue.timers]).toEqual([])
  })

  test('gives the jobs back at the end of the grace, their attempt unspent, and the late run cannot settle', async () => {
    const { kind, runs } = heldKind()
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    const stopped = runner.stop(20_000)
    const grace = [...queue.timers].find(({ ms }) => ms === 20_000)!
    await turns()
    expect(queue.get('a').estado).toBe('processing')
    grace.fire()
    await stopped
    expect(queue.get('a')).toMatchObject({
      estado: 'pending',
      intentos: 0,
      proximoIntento: null,
      error: null,
    })
    expect(runs[0]!.ctx.signal.aborted).toBe(true)
    runs[0]!.go()
    expect(await runs[0]!.end).toBeInstanceOf(LeaseLost)
    expect(queue.get('a').estado).toBe('pending')
  })
})
