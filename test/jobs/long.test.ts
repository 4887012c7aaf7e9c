// The queue for long jobs at the SII: one of its sort at a time, with progress, resumed where it stopped,
// with a result, and waited for (the operations that queue a job and answer with its result).

import { describe, expect, test } from 'bun:test'
import { defineJob, type Job, type JobContext } from '../../src/jobs/kind'
import { FAULT, START, testQueue, turns } from './queue'

interface Args {
  pagina: number
}

/** Reads three pages, each a step of its own; the SII fails before a page as often as `faults` says. */
function paged(faults: Record<number, number> = {}) {
  const read: number[] = []
  const kept: number[] = []
  const kind = defineJob<Args>({
    kind: 'prueba',
    maxIntentos: 3,
    async run([job], ctx: JobContext) {
      const { id } = job as Job<Args>
      for (let pagina = job!.args.pagina ?? 1; pagina <= 3; pagina++) {
        if ((faults[pagina] ?? 0) > 0) {
          faults[pagina]!--
          return void (await ctx.settle([{ id, outcome: 'retry', error: FAULT, args: { pagina } }]))
        }
        read.push(pagina)
        ctx.progress(id, { paso: `página ${pagina}`, hechos: pagina, total: 3 }, () => kept.push(pagina))
      }
      await ctx.settle([{ id, outcome: 'completed', result: { paginas: read.length } }])
    },
  })
  return { kind: kind as never, read, kept }
}

describe('a job with a key', () => {
  test('is joined by who asks for the same while it is under way, and made anew once it has ended', async () => {
    const { kind } = paged()
    const queue = testQueue([kind])
    expect(queue.add('1', { clave: 'rcv 202611' })).toBe('1')
    expect(queue.add('2', { clave: 'rcv 202611' })).toBe('1')
    expect(queue.add('3', { clave: 'rcv 202612' })).toBe('3')
    expect(queue.add('4')).toBe('4')
    await queue.runner().drain()
    expect(queue.estados()).toEqual({ '1': 'completed', '3': 'completed', '4': 'completed' })
    expect(queue.add('5', { clave: 'rcv 202611' })).toBe('5')
  })

  test('is joined also while it waits for its next attempt, or for its hour', async () => {
    const { kind } = paged({ 1: 1 })
    const queue = testQueue([kind])
    queue.add('1', { clave: 'a' })
    await queue.runner().drain()
    expect(queue.get('1').estado).toBe('pending')
    expect(queue.add('2', { clave: 'a' })).toBe('1')
    const later = new Date(START.getTime() + 3_600_000)
    queue.add('3', { clave: 'b', estado: 'scheduled', runAt: later })
    expect(queue.add('4', { clave: 'b' })).toBe('3')
  })

  test('that failed is not retried while another does the same', async () => {
    const { kind } = paged({ 1: 3 })
    const queue = testQueue([kind])
    queue.add('1', { clave: 'a' })
    const runner = queue.runner()
    for (const seconds of [0, 5, 15]) {
      queue.advance(seconds * 1000)
      await runner.drain()
    }
    expect(queue.get('1').estado).toBe('dlq')
    queue.add('2', { clave: 'a' })
    const key = { kind: 'prueba', empresaId: 'emp_1', ambiente: 'simulacion', id: '1' } as const
    expect(() => queue.cola.retry(key)).toThrow('Hay otro trabajo en curso para lo mismo')
    await runner.drain()
    expect(queue.cola.retry(key).estado).toBe('pending')
  })
})

describe('a job of many steps', () => {
  test('says how far it is while it runs, and leaves a result', async () => {
    const { kind, kept } = paged()
    const queue = testQueue([kind])
    queue.add('1')
    expect(queue.get('1')).toMatchObject({ progreso: null, result: null })
    await queue.runner().drain()
    expect(queue.get('1')).toMatchObject({
      estado: 'completed',
      progreso: { paso: 'página 3', hechos: 3, total: 3 },
      result: { paginas: 3 },
    })
    expect(kept).toEqual([1, 2, 3])
  })

  test('goes on where it stopped: what is done is not done again', async () => {
    const { kind, read } = paged({ 2: 1, 3: 1 })
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    expect(queue.get('1')).toMatchObject({ estado: 'pending', progreso: { hechos: 1 }, args: { pagina: 2 } })
    for (const seconds of [5, 15]) {
      queue.advance(seconds * 1000)
      await runner.drain()
    }
    expect(queue.get('1')).toMatchObject({ estado: 'completed', intentos: 3 })
    expect(read).toEqual([1, 2, 3])
  })

  test('keeps neither step nor words of it when the writes of the step fail', async () => {
    const kind = defineJob<Args>({
      kind: 'prueba',
      maxIntentos: 1,
      async run([job], ctx) {
        ctx.progress(job!.id, { paso: 'uno', hechos: 1, total: null }, () => {
          throw new Error('no')
        })
      },
    })
    const queue = testQueue([kind as never])
    queue.add('1')
    await queue.runner().drain()
    expect(queue.get('1')).toMatchObject({ estado: 'dlq', progreso: null })
  })

  test('whose lease is gone can say nothing any more', async () => {
    const go = Promise.withResolvers<void>()
    let said: unknown
    const kind = defineJob<Args>({
      kind: 'prueba',
      async run([job], ctx) {
        if (job!.intentos > 1 || said) return void (await ctx.settle([{ id: job!.id, outcome: 'completed' }]))
        await go.promise
        try {
          ctx.progress(job!.id, { paso: 'tarde', hechos: 1, total: 1 })
        } catch (fault) {
          said = fault
        }
      },
    })
    const queue = testQueue([kind as never])
    queue.add('1')
    const runner = queue.runner()
    runner.start()
    await turns()
    queue.client.exec("UPDATE job SET estado = 'pending', lease_id = NULL, lease_until = NULL")
    go.resolve()
    await turns()
    expect(String(said)).toContain('the lease of 1 is gone')
    expect(queue.get('1').progreso).toBeNull()
    await runner.stop(0)
  })
})

describe('who waits for the end of a job', () => {
  /** Whether a promise has resolved by now. */
  async function over(waiting: Promise<void>): Promise<boolean> {
    let done = false
    void waiting.then(() => {
      done = true
    })
    await turns(2)
    return done
  }

  test('hears of it as soon as it has ended, whoever else waits too', async () => {
    const { kind } = paged()
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    const waits = [runner.ended('1', 20_000), runner.ended('1', 20_000)]
    expect(await over(waits[0]!)).toBe(false)
    await runner.drain()
    for (const wait of waits) expect(await over(wait)).toBe(true)
    expect(queue.timers.size).toBe(0)
  })

  test('is not kept while it only waits for another attempt, but for as long as was asked', async () => {
    const { kind } = paged({ 1: 1 })
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    const wait = runner.ended('1', 20_000)
    await runner.drain()
    expect(queue.get('1').estado).toBe('pending')
    expect(await over(wait)).toBe(false)
    for (const timer of queue.timers) if (timer.ms === 20_000) timer.fire()
    expect(await over(wait)).toBe(true)
  })

  test('does not wait for what is known to stand still for longer, and waits for what does not', async () => {
    const stands = (ms: number) =>
      defineJob({
        kind: 'prueba',
        run: async ([job], ctx) => {
          const runAt = new Date(ctx.now().getTime() + ms)
          await ctx.settle([{ id: job!.id, outcome: 'snooze', runAt }])
        },
      })
    for (const [ms, known] of [
      [19_000, false],
      [21_000, true],
    ] as const) {
      const queue = testQueue([stands(ms)])
      queue.add('1')
      const runner = queue.runner()
      const wait = runner.ended('1', 20_000)
      await runner.drain()
      expect(await over(wait)).toBe(known)
      // Whoever asks after it was told.
      expect(await over(runner.ended('1', 20_000))).toBe(known)
    }
  })

  test('does not wait for what has ended already, or never was', async () => {
    const { kind } = paged()
    const queue = testQueue([kind])
    queue.add('1')
    const runner = queue.runner()
    await runner.drain()
    expect(await over(runner.ended('1', 20_000))).toBe(true)
    expect(await over(runner.ended('nobody', 20_000))).toBe(true)
  })
})
