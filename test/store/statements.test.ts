import { describe, expect, test } from 'bun:test'
import type { Statement } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { openDatabase } from '../../src/store/driver'
import { openStore } from '../../src/store/store'
import { testApp } from '../support/test-app'

const clock = () => new Date('2026-11-20T14:02:11.000Z')

describe('a statement', () => {
  const open = () => {
    const db = openDatabase(':memory:')
    db.exec('CREATE TABLE caja (n INTEGER, glosa TEXT)')
    return db
  }

  test('is compiled at its first use, also one of a table that came after it', () => {
    const db = openDatabase(':memory:')
    const count = db.prepare<[], number>('SELECT count(*) FROM caja').pluck()
    expect(() => count.get()).toThrow('no such table: caja')
    db.exec('CREATE TABLE caja (n INTEGER)')
    expect(count.get()).toBe(0)
  })

  test('is used by who took its way of use beforehand as by others', () => {
    const db = open()
    const insert = db.prepare('INSERT INTO caja VALUES (?, ?)')
    const { run } = insert
    run(1, 'uno')
    run(2, 'dos')
    insert.run(3, 'tres')
    expect(db.prepare('SELECT n FROM caja ORDER BY n').pluck().all()).toEqual([1, 2, 3])
  })

  test('has one plan, whatever is bound to it (src §3.16)', () => {
    const db = open()
    db.exec('CREATE INDEX caja_uno ON caja (glosa) WHERE n = 1')
    const asked = 'EXPLAIN QUERY PLAN SELECT * FROM caja WHERE n = ? AND glosa = ?'
    const plan = (prepare: typeof db.prepare) =>
      prepare<[number, string], { detail: string }>(asked).get(1, 'a')?.detail
    expect(plan(db.prepare)).toBe('SCAN caja')
    // SQLite's own plans for the value.
    expect(plan(Object.getPrototypeOf(db).prepare.bind(db))).toContain('INDEX caja_uno')
  })

  test('answers rows, values and columns as asked, before its first use and after', () => {
    const db = open()
    db.prepare('INSERT INTO caja VALUES (:n, :glosa)').run({ n: 1, glosa: 'uno' })
    const all = db.prepare('SELECT * FROM caja')
    expect(all.all()).toEqual([{ n: 1, glosa: 'uno' }])
    expect(all.raw().get()).toEqual([1, 'uno'])
    const first = db.prepare('SELECT * FROM caja').pluck()
    expect([...first.iterate()]).toEqual([1])
    expect(first.get()).toBe(1)
    expect(all.pluck().get()).toBe(1)
  })
})

test('a query that drizzle prepares is written at its first use, and answers what is bound to it each time', () => {
  const { client, db } = openStore({ path: ':memory:', masterKey: new Uint8Array(32).fill(7), clock })
  const table = sqliteTable('caja', { n: integer('n'), glosa: text('glosa') })
  let written = 0
  const given = () => {
    written++
    return sql`${table.n} >= ${sql.placeholder('n')}`
  }
  const from = db
    .select()
    .from(table)
    .where(sql`${{ getSQL: given }}`)
    .prepare()
  expect(written).toBe(0)
  client.exec("CREATE TABLE caja (n INTEGER, glosa TEXT); INSERT INTO caja VALUES (1, 'uno'), (2, 'dos')")
  expect(from.all({ n: 1 })).toEqual([
    { n: 1, glosa: 'uno' },
    { n: 2, glosa: 'dos' },
  ])
  const once = written
  expect(from.get({ n: 2 })).toEqual({ n: 2, glosa: 'dos' })
  expect(from.values({ n: 2 })).toEqual([[2, 'dos']])
  expect(written).toBe(once)
})

/** Every statement that a server prepares at its start, compiled by SQLite at once. */
async function statementsOfServer() {
  const store = openStore({ path: ':memory:', masterKey: new Uint8Array(32).fill(7), clock })
  // SQLite's own, which compiles at once and throws.
  const { prepare } = Object.getPrototypeOf(store.client)
  const compile = (sql: string): Statement => prepare.call(store.client, sql)
  const seen: string[] = []
  store.client.prepare = ((sql: string) => {
    seen.push(sql)
    return compile(sql)
  }) as typeof store.client.prepare
  await testApp({ store })
  return { seen, compile }
}

test('every statement that the server prepares is SQL of its schema', async () => {
  const { seen } = await statementsOfServer()
  expect(seen.length).toBeGreaterThan(500)
})

test('no statement that the server prepares reads every document of a company to find a few (src §3.16)', async () => {
  const { seen, compile } = await statementsOfServer()
  const walks = seen.filter((sql) => {
    if (!/\bdocumento\b/.test(sql)) return false
    const text = sql.replace(/'[^']*'/g, '')
    const names = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]))
    const values = Array(text.split('?').length - 1).fill(1)
    const plan = compile(`EXPLAIN QUERY PLAN ${sql}`).all(...values, names) as { detail: string }[]
    return plan.some(({ detail }) =>
      /documento_receptor \(empresa_id=\? AND ambiente=\?\)|SCAN documento\b/.test(detail),
    )
  })
  expect(walks).toEqual([])
})
