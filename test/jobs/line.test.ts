// The order among jobs of one group while its way is blocked.

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { defineJob, type Outcome } from '../../src/jobs/kind'
import { tempDir } from '../store/temp-dir'
import { after, blockedKind, FAULT, START, testQueue, testStore, turns } from './queue'

describe('a group whose way is blocked', () => {
  test('keeps younger jobs behind those that wait for their next attempt, and goes on in order', async () => {
    const { kind, way, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    queue.advance(3000)
    queue.add('2')
    await runner.drain()
    expect(runs).toEqual([['1']])
    expect(queue.get('2')).toMatchObject({ estado: 'pending', intentos: 0, error: null })
    queue.advance(2000)
    await runner.drain()
    way.open = true
    queue.add('3')
    queue.advance(15_000)
    await runner.drain()
    expect(runs).toEqual([['1'], ['1', '2'], ['1', '2', '3']])
  })

  test('is held as well by jobs that wait without spending an attempt', async () => {
    const runs: string[] = []
    let blocked = true
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        const { id } = job!
        runs.push(id)
        const runAt = new Date(ctx.now().getTime() + 5000)
        const waits: Outcome = { id, outcome: 'snooze', runAt, error: FAULT, holdsGroup: true }
        await ctx.settle([blocked ? waits : { id, outcome: 'completed' }])
      },
    })
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    queue.add('2')
    queue.advance(4999)
    await runner.drain()
    expect(runs).toEqual(['1'])
    blocked = false
    queue.advance(1)
    await runner.drain()
    expect(runs).toEqual(['1', '1', '2'])
  })

  test('holds a batch in flight also when the wait is over before it is prepared: the older go first', async () => {
    const sent: string[] = []
    const [leased, prepared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      porGrupo: 2,
      async run([job], ctx) {
        const { id } = job!
        if (id === '2') leased.resolve()
        await (id === '1' ? leased : prepared).promise
        await ctx.turn()
        const runAt = ctx.heldUntil()
        if (runAt) return void (await ctx.settle([{ id, outcome: 'snooze', runAt }]))
        const fails = id === '1' && job!.intentos === 1
        if (!fails) sent.push(id)
        await ctx.settle([
          fails ? { id, outcome: 'retry', error: FAULT, holdsGroup: true } : { id, outcome: 'completed' },
        ])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    const runner = queue.runner()
    runner.start()
    await turns()
    expect(queue.estados()).toEqual({ '1': 'pending', '2': 'processing' })
    queue.advance(6000)
    prepared.resolve()
    await turns()
    queue.advance(1000)
    runner.wake()
    await turns(20)
    expect(sent).toEqual(['1', '2'])
    await runner.stop(0)
  })

  test('lets nothing by when the wait ends while batches of others begin', async () => {
    const { kind, way, runs } = blockedKind({ loteMax: () => 1 })
    let onClaim = (): void => {}
    const other = defineJob({
      kind: 'otra',
      loteMax() {
        onClaim()
        return 1
      },
      run: ([job], ctx) => ctx.settle([{ id: job!.id, outcome: 'completed' }]).then(() => {}),
    })
    const queue = testQueue([other, kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    way.open = true
    queue.add('2')
    queue.add('x', { kind: 'otra' })
    queue.advance(4999)
    onClaim = () => queue.advance(1)
    await runner.drain()
    await runner.drain()
    expect(runs).toEqual([['1'], ['1'], ['2']])
  })

  test('does not hold another group', async () => {
    const { kind, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('1')
    await runner.drain()
    queue.add('2', { empresa: 'emp_2' })
    await runner.drain()
    expect(runs).toEqual([['1'], ['2']])
  })

  test('waits as one, as long as its oldest job must', async () => {
    const { kind } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('old')
    await runner.drain()
    queue.advance(5000)
    queue.add('young')
    await runner.drain()
    expect(queue.get('young').intentos).toBe(1)
    expect(queue.get('young').proximoIntento).toBe(after(20_000))
    expect(queue.get('old').proximoIntento).toBe(after(20_000))
  })

  test('is free again for the younger after ten minutes: the fault may lie with the oldest alone', async () => {
    const { kind, runs } = blockedKind()
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('old')
    for (const pause of [0, 5, 15, 45, 120, 360]) {
      queue.advance(pause * 1000)
      await runner.drain()
    }
    expect(queue.get('old').intentos).toBe(6)
    queue.add('young')
    await runner.drain()
    expect(runs.at(-1)).toEqual(['young'])
  })

  test('is free as soon as a job of it gets through', async () => {
    const outcomes: Record<string, Outcome['outcome']> = {
      bad: 'retry',
      good: 'completed',
      late: 'completed',
    }
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 10,
      async run(jobs, ctx) {
        for (const { id } of jobs) {
          const failed: Outcome = { id, outcome: 'retry', error: FAULT, holdsGroup: true }
          await ctx.settle([outcomes[id] === 'completed' ? { id, outcome: 'completed' } : failed])
        }
      },
    })
    const queue = testQueue([kind])
    const runner = queue.runner()
    queue.add('bad')
    queue.add('good')
    await runner.drain()
    queue.add('late')
    await runner.drain()
    expect(queue.estados()).toEqual({ bad: 'pending', good: 'completed', late: 'completed' })
  })

  test('is told to a batch that was already on its way behind the one that failed', async () => {
    const held: (Date | null)[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      porGrupo: 2,
      async run([job], ctx) {
        await ctx.turn()
        // Until the second batch is leased too.
        if (job!.id === '1') await turns()
        const until = ctx.heldUntil()
        held.push(until)
        const id = job!.id
        await ctx.settle([
          until
            ? { id, outcome: 'snooze', runAt: until }
            : { id, outcome: 'retry', error: FAULT, holdsGroup: true },
        ])
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    await queue.runner().drain()
    expect(held[0]).toBeNull()
    expect(held[1]?.toISOString()).toBe(after(5000))
    expect(queue.get('1')).toMatchObject({ intentos: 1, proximoIntento: after(5000) })
    expect(queue.get('2')).toMatchObject({ intentos: 0, proximoIntento: after(5000) })
  })
})

describe('a restart while the way is blocked', () => {
  test('lets nothing by: neither what came later nor what the dead process held', async () => {
    const path = join(tempDir(), 'timbre.db')
    const { kind, way, runs } = blockedKind()
    const before = testQueue([kind], { store: testStore(path) })
    before.add('1')
    before.add('2')
    await before.runner().drain()
    before.add('3')
    before.client
      .prepare(
        "UPDATE job SET estado = 'processing', lease_id = 'lot_dead', lease_until = 1, intentos = 1 WHERE id = '3'",
      )
      .run()
    before.add('4')
    before.store.close()

    way.open = true
    const next = testQueue([kind], { store: testStore(path), at: new Date(START.getTime() + 2000) })
    const runner = next.runner()
    expect(runner.rescue()).toBe(1)
    next.add('5')
    await runner.drain()
    expect(runs).toEqual([['1', '2']])
    next.advance(3000)
    await runner.drain()
    expect(runs).toEqual([
      ['1', '2'],
      ['1', '2', '3', '4', '5'],
    ])
    expect(Object.values(next.estados())).toEqual(Array(5).fill('completed'))
    next.store.close()
  })

  test('tries a line again soon, in its order, and not later however often it starts', async () => {
    const path = join(tempDir(), 'timbre.db')
    const { kind, way, runs } = blockedKind()
    const first = testQueue([kind], { store: testStore(path) })
    first.add('1')
    first.add('2')
    await first.runner().drain()
    // What waits by now would wait for many minutes more.
    const late = START.getTime() + 3_600_000
    first.client.prepare('UPDATE job SET run_at = ?, fallas = 5').run(late)
    first.client.prepare('UPDATE grupo_retenido SET hasta = ?').run(late)
    first.store.close()

    way.open = true
    for (const seconds of [10, 20]) {
      const again = testQueue([kind], {
        store: testStore(path),
        at: new Date(START.getTime() + seconds * 1000),
      })
      again.runner().rescue()
      again.store.close()
    }
    const last = testQueue([kind], { store: testStore(path), at: new Date(START.getTime() + 39_000) })
    const runner = last.runner()
    runner.rescue()
    last.add('3')
    await runner.drain()
    expect(runs).toHaveLength(1)
    last.advance(1000)
    await runner.drain()
    expect(runs.slice(1)).toEqual([['1', '2', '3']])
    last.store.close()
  })

  test('on a copy of the database, as a backup makes it, keeps the line too', async () => {
    const { kind, way, runs } = blockedKind({ loteMax: () => 1 })
    const before = testQueue([kind])
    for (const id of ['1', '2', '3', '4']) before.add(id)
    before.client.exec("DELETE FROM job WHERE id IN ('1', '2', '3')")
    const path = join(tempDir(), 'copia.db')
    before.client.prepare('VACUUM INTO ?').run(path)
    const next = testQueue([kind], { store: testStore(path) })
    way.open = true
    next.add('5')
    await next.runner().drain()
    expect(runs).toEqual([['4'], ['5']])
    next.store.close()
  })

  test('after the way is free again holds nothing', async () => {
    const { kind, way, runs } = blockedKind()
    const queue = testQueue([kind])
    queue.add('1')
    await queue.runner().drain()
    way.open = true
    queue.advance(5000)
    await queue.runner().drain()
    queue.add('2')
    await queue.runner().drain()
    expect(runs).toEqual([['1'], ['1'], ['2']])
  })

  test('a batch whose own writes fail holds nothing: all of it is undone', async () => {
    const ran: string[] = []
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 1,
      async run([job], ctx) {
        ran.push(job!.id)
        if (ran.length > 1) return void (await ctx.settle([{ id: job!.id, outcome: 'completed' }]))
        await ctx.settle([{ id: job!.id, outcome: 'retry', error: FAULT, holdsGroup: true }], () => {
          throw new Error('no')
        })
      },
    })
    const queue = testQueue([kind])
    queue.add('1')
    queue.add('2')
    await queue.runner().drain()
    expect(ran).toEqual(['1', '2'])
  })
})
