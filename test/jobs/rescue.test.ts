import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineJob, type Job, type JobContext } from '../../src/jobs/kind'
import { LeaseLost } from '../../src/jobs/settle'
import { after, FAULT, testQueue, testStore, turns } from './queue'

/** A kind whose first run never comes back, as one that died with its process; later ones complete. */
function dyingKind(more = {}) {
  const runs: { jobs: Job[]; ctx: JobContext }[] = []
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    async run(jobs, ctx) {
      runs.push({ jobs, ctx })
      if (runs.length === 1) return new Promise<void>(() => {})
      await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
    },
    ...more,
  })
  return { kind, runs }
}

describe('a process that died', () => {
  test('leaves jobs that the next one rescues at its start, whatever their lease says, and runs again', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'timbre-'))
    const path = join(dir, 'timbre.db')
    const { kind, runs } = dyingKind()
    const before = testQueue([kind], { store: testStore(path) })
    before.add('a')
    before.runner().start()
    await turns()
    expect(before.get('a')).toMatchObject({ estado: 'processing', intentos: 1 })

    const after = testQueue([kind], { store: testStore(path) })
    const runner = after.runner()
    runner.start()
    await turns()
    after.advance(1000)
    runner.wake()
    await turns()
    expect(runs).toHaveLength(2)
    expect(after.get('a')).toMatchObject({ estado: 'completed', intentos: 1 })
    expect(after.log).toContainEqual(expect.objectContaining({ datos: { rescued: 1 } }))
    await runner.stop(0)
    rmSync(dir, { recursive: true })
  })

  test('is no attempt of what it interrupted, and the rescue none either (http §7)', async () => {
    const { kind } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    const next = queue.runner()
    expect(next.rescue()).toBe(1)
    expect(next.rescue()).toBe(0)
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 0, proximoIntento: after(1000) })
  })

  test('lengthens the wait of what it interrupted, up to an hour, and never ends it', async () => {
    const { queue, waits } = await livesOf(40, { maxIntentos: 2 })
    const seconds = [1, 2, 3, 4, 5, 30, 60, 120, 300, 900, 1800, 3600]
    expect(waits.slice(0, 12)).toEqual(seconds.map((s) => s * 1000))
    expect(new Set(waits.slice(12))).toEqual(new Set([3_600_000]))
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 0 })
  })

  test('is told of where it looks like the job that kills the process', async () => {
    const few = await livesOf(5)
    expect(few.queue.get('a').error).toBeNull()
    const { queue } = await livesOf(6)
    expect(queue.get('a').error).toMatchObject({
      code: 'INTERNAL_ERROR',
      error: 'El servidor se detuvo 6 veces seguidas mientras hacía este trabajo',
      reintentable: true,
    })
    expect(queue.log).toContainEqual(
      expect.objectContaining({ datos: { job: 'a', kind: 'prueba', interrupciones: 6 } }),
    )
  })

  test('starts over with the short wait once a run came back', async () => {
    const { queue, kind } = await livesOf(7)
    kind.run = (jobs, ctx) =>
      ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'retry', error: FAULT }))).then(() => {})
    await queue.runner().drain()
    // The pause is that after the first fault: a crash says nothing of the SII.
    const at = new Date(queue.clock().getTime() + 5000).toISOString()
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1, proximoIntento: at })
    kind.run = () => new Promise(() => {})
    queue.advance(5000)
    expect(await dies(queue)).toBe(1000)
  })

  test('parts the job that kills the process from those that only died beside it', async () => {
    const batches: string[][] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 100,
      async run(jobs, ctx) {
        batches.push(jobs.map(({ id }) => id))
        // It dies with whatever is leased beside it.
        if (jobs.some(({ id }) => id === 'poison')) return new Promise<void>(() => {})
        await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
      },
    })
    const queue = testQueue([kind])
    for (let i = 0; i < 20; i++) queue.add(`job-${i}`)
    queue.add('poison')
    let draws = 0
    const random = (): number => (++draws * 0.37) % 1
    let runner = queue.runner({ random })
    runner.start()
    // Six deaths in a quarter of a minute, the pause after the sixth is about half a minute.
    for (let second = 0; second < 120; second++) {
      await turns(30)
      if (queue.get('poison').estado === 'processing') {
        runner = queue.runner({ random })
        runner.start()
      }
      queue.advance(1000)
      runner.wake()
    }
    expect(batches.filter((ids) => ids.length === 21)).toHaveLength(6)
    const estados = Object.values(queue.estados())
    expect(estados.filter((estado) => estado === 'completed').length).toBeGreaterThanOrEqual(18)
    expect(queue.get('poison').estado).toBe('pending')
    await runner.stop(0)
  })

  test('does not hurry with the next start what waits because it died again and again', async () => {
    const { queue } = await livesOf(8, { hurriesAtStart: true })
    const before = queue.get('a').proximoIntento
    queue.runner().rescue()
    expect(queue.get('a').proximoIntento).toBe(before)
  })
})

/** Starts what is ready in a process of its own, which dies in it; how long its job then waits. */
async function dies(queue: ReturnType<typeof testQueue>): Promise<number> {
  queue.runner().start()
  await turns()
  expect(queue.get('a').estado).toBe('processing')
  queue.runner().rescue()
  return Date.parse(queue.get('a').proximoIntento!) - queue.clock().getTime()
}

/** A job whose run never comes back, after so many deaths; `waits` are those after each, over when `over`. */
async function livesOf(deaths: number, more = {}, over = true) {
  const kind = defineJob({
    kind: 'prueba',
    loteMax: () => 10,
    run: () => new Promise<void>(() => {}),
    ...more,
  })
  const queue = testQueue([kind])
  queue.add('a')
  const waits: number[] = []
  for (let death = 1; death <= deaths; death++) {
    waits.push(await dies(queue))
    if (over || death < deaths) queue.advance(waits.at(-1)!)
  }
  return { queue, kind, waits, wait: waits.at(-1)! }
}

describe('a lease', () => {
  test('is renewed while its batch runs, however long', async () => {
    const { kind, runs } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    for (let i = 0; i < 20; i++) {
      queue.advance(15_000)
      await runner.beat()
    }
    await turns()
    expect(runs).toHaveLength(1)
    expect(queue.get('a')).toMatchObject({ estado: 'processing', intentos: 1 })
    await runner.stop(0)
  })

  test('that nobody renews runs out after 60 s: its jobs go back once', async () => {
    const { kind, runs } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    // A second runner stands for the rescuer of a process whose own batch is lost.
    const other = queue.runner()
    queue.advance(60_000)
    await other.beat()
    expect(queue.get('a').estado).toBe('processing')
    queue.advance(1)
    await other.beat()
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 0 })
    queue.advance(1000)
    await other.drain()
    expect(runs).toHaveLength(2)
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 1 })
  })

  test('survives a machine that slept: the runner renews its own before it rescues', async () => {
    const { kind, runs } = dyingKind({ timeoutMs: 86_400_000 })
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.advance(3_600_000)
    await runner.beat()
    expect(runs).toHaveLength(1)
    expect(queue.get('a').estado).toBe('processing')
    await runner.stop(0)
  })

  test('that was lost aborts the run, whose late settle changes nothing', async () => {
    const { kind, runs } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.runner().rescue()
    await runner.beat()
    expect(runs[0]!.ctx.signal.aborted).toBe(true)
    const late = runs[0]!.ctx.settle([{ id: 'a', outcome: 'completed' }])
    await expect(late).rejects.toBeInstanceOf(LeaseLost)
    queue.advance(1000)
    runner.wake()
    await turns()
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 1 })
    await runner.stop(0)
  })

  test('that passed to another batch, still running, cannot be settled by the first', async () => {
    const runs: JobContext[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      run(_jobs, ctx) {
        runs.push(ctx)
        return new Promise(() => {})
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    const other = queue.runner()
    other.start()
    queue.advance(1000)
    other.wake()
    await turns()
    expect(runs).toHaveLength(2)
    const first = runs[0]!.settle([{ id: 'a', outcome: 'completed' }])
    await expect(first).rejects.toBeInstanceOf(LeaseLost)
    expect(queue.get('a').estado).toBe('processing')
    await runs[1]!.settle([{ id: 'a', outcome: 'completed' }])
    expect(queue.get('a').estado).toBe('completed')
  })

  test('that was rescued stops a settle before its business writes', async () => {
    const { kind, runs } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    queue.runner().rescue()
    let wrote = false
    const settled = runs[0]!.ctx.settle([{ id: 'a', outcome: 'completed' }], () => {
      wrote = true
    })
    await expect(settled).rejects.toBeInstanceOf(LeaseLost)
    expect(wrote).toBe(false)
    expect(queue.get('a').estado).toBe('pending')
  })
})

test('a run that takes longer than its kind allows is aborted and its jobs retried', async () => {
  const { kind, runs } = dyingKind({ timeoutMs: 120_000 })
  const queue = testQueue([kind])
  queue.add('a')
  const runner = queue.runner()
  runner.start()
  await turns()
  queue.advance(119_999)
  await runner.beat()
  expect(queue.get('a').estado).toBe('processing')
  queue.advance(1)
  await runner.beat()
  expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1, error: { code: 'INTERNAL_ERROR' } })
  expect(runs[0]!.ctx.signal.aborted).toBe(true)
  queue.advance(5000)
  await runner.drain()
  expect(queue.get('a').estado).toBe('completed')
  await runner.stop(0)
})
