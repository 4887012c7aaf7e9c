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
    expect(runs).toHaveLength(2)
    expect(after.get('a')).toMatchObject({ estado: 'completed', intentos: 2 })
    expect(after.log).toContainEqual(expect.objectContaining({ datos: { rescued: 1 } }))
    await runner.stop(0)
    rmSync(dir, { recursive: true })
  })

  test('costs the one attempt that died, no more, and the rescue itself none', async () => {
    const { kind } = dyingKind()
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    const next = queue.runner()
    expect(next.rescue()).toBe(1)
    expect(next.rescue()).toBe(0)
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1, proximoIntento: null })
  })

  test('does not lengthen the pause after the next temporary fault: a crash says nothing of the SII', async () => {
    let runs = 0
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        if (++runs <= 8) return new Promise<void>(() => {})
        await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'retry', error: FAULT })))
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    for (let life = 1; life <= 9; life++) {
      queue.runner().start()
      await turns()
    }
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 9, proximoIntento: after(5000) })
  })

  test('buries a job that died in its last attempt, with the writes of its kind', async () => {
    const buried: string[] = []
    const { kind } = dyingKind({ maxIntentos: 1, buried: ({ id }: Job) => void buried.push(id) })
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    queue.runner().rescue()
    expect(queue.get('a')).toMatchObject({ estado: 'dlq', intentos: 1, error: { code: 'INTERNAL_ERROR' } })
    expect(queue.get('a').failedAt).toBe(after(0))
    expect(buried).toEqual(['a'])
  })

  test('is rescued whole even when the writes of a kind break', async () => {
    const { kind } = dyingKind({
      maxIntentos: 1,
      buried: () => {
        throw new Error('broken hook')
      },
    })
    const queue = testQueue([kind])
    queue.add('a')
    queue.runner().start()
    await turns()
    queue.runner().rescue()
    expect(queue.get('a').estado).toBe('dlq')
    expect(queue.log.at(-2)).toMatchObject({ nivel: 'error', datos: { job: 'a' } })
  })
})

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
    expect(queue.get('a')).toMatchObject({ estado: 'pending', intentos: 1 })
    await other.drain()
    expect(runs).toHaveLength(2)
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 2 })
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
    await turns()
    expect(queue.get('a')).toMatchObject({ estado: 'completed', intentos: 2 })
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
    for (let i = 0; i < 2; i++) {
      queue.runner().start()
      await turns()
    }
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
