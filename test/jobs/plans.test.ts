import { describe, expect, test } from 'bun:test'
import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { createBacklog } from '../../src/jobs/backlog'
import { createCola } from '../../src/jobs/cola'
import { defineJob } from '../../src/jobs/kind'
import { createLeases } from '../../src/jobs/lease'
import { testQueue } from './queue'

/** Every statement that the queue prepares on `client`. */
function statementsOf(queue: ReturnType<typeof testQueue>): string[] {
  const seen: string[] = []
  const client = new Proxy(queue.client, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          seen.push(sql)
          return target.prepare(sql)
        }
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Database
  queue.runner({ client })
  const { list } = createCola({ client, db: drizzle({ client }) }, [], queue.clock)
  const own = { kind: 'prueba', empresaId: 'emp_1', ambiente: 'simulacion', offset: 0, limite: 9 } as const
  list(own)
  list({ ...own, desde: queue.clock() })
  list({ ...own, estados: ['failed'] })
  list({ ...own, estados: ['completed'] })
  createBacklog({ client, kind: 'prueba', max: 1, clock: queue.clock })
  return seen
}

function fill(client: Database, jobs: number): void {
  const insert = client.prepare(
    `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, run_at, created_at, queued_at)
     VALUES (?, 'prueba', ?, 'simulacion', ?, ?, ?, ?, ?)`,
  )
  client.transaction(() => {
    for (let i = 0; i < jobs; i++) {
      const empresa = `emp_${(i % 3) + 1}`
      const waits = i % 4 === 0
      const estado = i % 5 === 0 ? 'completed' : 'pending'
      insert.run(
        `j${i}`,
        empresa,
        `prueba:${empresa}`,
        estado,
        waits && estado === 'pending' ? i : null,
        i,
        i,
      )
    }
  })()
}

describe('every statement of the queue', () => {
  test('uses an index and sorts nothing, with and without statistics', () => {
    const queue = testQueue([])
    fill(queue.client, 2000)
    const statements = statementsOf(queue)
    expect(statements.length).toBeGreaterThan(20)
    for (const analyzed of [false, true]) {
      if (analyzed) queue.client.exec('ANALYZE')
      for (const sql of statements) {
        const values = Array(sql.split('?').length - 1).fill(1)
        const plan = queue.client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
        const bad = plan.filter(({ detail }) => {
          if (detail.includes('TEMP B-TREE')) return true
          // Only the count of everything not completed walks an index, the partial one.
          return detail.startsWith('SCAN job') && detail !== 'SCAN job USING COVERING INDEX job_inconclusos'
        })
        expect({ sql, bad }).toEqual({ sql, bad: [] })
      }
    }
  })
})

describe('100,000 waiting jobs', () => {
  test('make a claim and a look for work no dearer than ten do', () => {
    const timeOf = (jobs: number): number => {
      const { client } = testQueue([])
      fill(client, jobs)
      const leases = createLeases(client)
      const times: number[] = []
      for (let i = 0; i < 40; i++) {
        const before = performance.now()
        const grupo = leases.nextGroup('prueba', 'prueba:')!
        leases.claim(grupo, 2, `lot${i}`, 0)
        leases.giveBack(`lot${i}`)
        times.push(performance.now() - before)
      }
      return times.sort((a, b) => a - b)[20]!
    }
    const few = timeOf(100)
    // A walk over the queue would cost a thousand times as much; ten leaves room for a busy machine.
    expect(timeOf(100_000)).toBeLessThan(few * 10 + 0.5)
  })

  test('run through in batches with the event loop free in between', async () => {
    let ran = 0
    const kind = defineJob({
      kind: 'prueba',
      loteMax: () => 2000,
      async run(jobs, ctx) {
        await ctx.settle(jobs.map(({ id }) => ({ id, outcome: 'completed' })))
        ran += jobs.length
      },
    })
    const queue = testQueue([kind])
    fill(queue.client, 20_000)
    let ticks = 0
    let over = false
    const tick = (): void => {
      ticks++
      if (!over) setImmediate(tick)
    }
    tick()
    await queue.runner().drain()
    over = true
    expect(ran).toBe(16_000)
    // Three companies of 5,333 jobs make nine batches; each has at least one turn of the loop for itself.
    expect(ticks).toBeGreaterThanOrEqual(9)
  })
})
