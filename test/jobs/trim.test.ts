// What is forgotten every night, and what never is.

import { describe, expect, test } from 'bun:test'
import { BASE_TRIMS, createTrimmer } from '../../src/jobs/trim'
import { factura } from '../support/emisor'
import { PASSWORD, testAppWithFolios } from '../support/test-app'

const DAY = 86_400_000

describe('the nightly trim', () => {
  test('forgets expired answers, but no emission’s, and sessions and tokens that nobody can take up; documents stay', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const count = (table: string) => app.store.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    const { trimmer } = app.app.services
    const keyed = { ...app.tenant.key, 'idempotency-key': 'k' }
    await app.post('/v1/dte/emitir', factura(), keyed)
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 }, keyed)
    await app.settle()
    await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
    expect([count('idempotencia'), count('sesion'), count('refresh_token')]).toEqual([2, 2, 2])

    expect(await trimmer.run()).toEqual({ idempotencia: 0, refresh_token: 0, sesion: 0 })
    app.advance(25 * 3_600_000)
    expect(await trimmer.run()).toMatchObject({ idempotencia: 1 })
    app.advance(100 * DAY)
    expect(await trimmer.run()).toEqual({ idempotencia: 0, refresh_token: 2, sesion: 1 })
    // The emission's answer is for ever, and the last session of a person knows the company of the next.
    expect([count('idempotencia'), count('sesion'), count('documento'), count('documento_xml')]).toEqual([
      1, 1, 1, 1,
    ])
    expect((await app.post('/v1/dte/emitir', factura(), keyed)).headers.get('idempotent-replayed')).toBe(
      'true',
    )
    const { body } = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
    expect(body.data.empresa_activa?.id ?? body.data.empresa?.id).toBe(app.tenant.empresaId)
  })

  test('goes in chunks, with turns for the rest of the server in between, and one kind’s fault keeps no other', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const { client } = app.store
    client.exec(`CREATE TABLE viejo (id INTEGER PRIMARY KEY, at TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) INSERT INTO viejo SELECT i, '2020' FROM n;
      CREATE TABLE terco (id INTEGER PRIMARY KEY, at TEXT) STRICT; INSERT INTO terco VALUES (1, '2020');
      CREATE TRIGGER terco_no BEFORE DELETE ON terco BEGIN SELECT RAISE(ABORT, 'no'); END`)
    const trim = (name: string) => ({
      name,
      days: 1,
      sql: `DELETE FROM ${name} WHERE id IN (SELECT id FROM ${name} WHERE at <= @before LIMIT @limit)`,
    })
    const faults: unknown[] = []
    const trimmer = createTrimmer({
      client,
      trims: [trim('terco'), trim('viejo'), ...BASE_TRIMS],
      clock: app.clock,
      log: (level, _, data) => void (level === 'error' && faults.push(data)),
    })
    let turns = 0
    let over = false
    const turn = () => {
      turns++
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    expect(await trimmer.run()).toMatchObject({ terco: 0, viejo: 1200 })
    over = true
    // Three chunks of the 1,200 rows.
    expect(turns).toBeGreaterThanOrEqual(3)
    expect(faults).toEqual([{ table: 'terco', fault: expect.any(Error) }])
    await trimmer.stop()
    expect(client.prepare('SELECT count(*) FROM viejo').pluck().get()).toBe(0)
  })

  test('every statement of the base finds its rows over an index', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    for (const { name, sql } of BASE_TRIMS) {
      const plan = app.store.client
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all({ before: '', limit: 1 })
        .map((row) => (row as { detail: string }).detail)
      expect([name, plan.filter((detail) => detail.startsWith('SCAN'))]).toEqual([name, []])
    }
  })
})
