// The nightly trims, and the rows that stay for ever.

import { describe, expect, test } from 'bun:test'
import { lte } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { BASE_TRIMS, createTrimmer, rowTrims } from '../../src/jobs/trim'
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

    expect(new Set(Object.values(await trimmer.run()))).toEqual(new Set([0]))
    app.advance(25 * 3_600_000)
    expect(await trimmer.run()).toMatchObject({ idempotencia: 1 })
    app.advance(100 * DAY)
    expect(await trimmer.run()).toMatchObject({ idempotencia: 0, refresh_token: 2, sesion: 1 })
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
    const trim = (name: string) => {
      const table = sqliteTable(name, { id: integer('id').primaryKey(), at: text('at') })
      return { table, id: table.id, days: 1, until: (before: string) => lte(table.at, before) }
    }
    const faults: unknown[] = []
    const trimmer = createTrimmer({
      trims: rowTrims(app.store.db, [trim('terco'), trim('viejo'), ...BASE_TRIMS]),
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

  test('stops between two steps, and what was begun is done', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    let steps = 0
    const trimmer = createTrimmer({
      trims: [{ name: 'mucho', days: 0, chunk: 7, forget: () => ++steps && 7 }],
      clock: app.clock,
      log: () => {},
    })
    const run = trimmer.run()
    await trimmer.stop()
    const done = steps
    expect(await run).toEqual({ mucho: done * 7 })
    await new Promise(setImmediate)
    expect(steps).toBe(done)
  })

  test('forgets spent tokens and old invitations, not those that may still be used or told of', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const { trimmer } = app.app.services
    const { client } = app.store
    const count = (table: string) => client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    client
      .prepare(
        "INSERT INTO restablecimiento (token_hash, usuario_id, created_at, expira_en, usado_at) SELECT 'h', id, ?, ?, NULL FROM usuario",
      )
      .run(app.clock().toISOString(), new Date(app.clock().getTime() + 3_600_000).toISOString())
    const invited = await app.post(
      '/v1/usuarios/invitar',
      { email: 'a@example.cl', rol: 'lector', empresas: [] },
      app.tenant.session,
    )
    const token = invited.body.data.enlace.split('#token=')[1]
    app.advance(29 * DAY)
    expect(await trimmer.run()).toMatchObject({ restablecimiento: 0, invitacion: 0 })
    const late = await app.post('/auth/invite/accept', { token, nombre: 'A', password: PASSWORD }, {})
    expect(late.body.code).toBe('TOKEN_EXPIRED')
    app.advance(2 * DAY)
    expect(await trimmer.run()).toMatchObject({ restablecimiento: 1, invitacion: 0 })
    app.advance(70 * DAY)
    expect(await trimmer.run()).toMatchObject({ invitacion: 1 })
    expect([count('restablecimiento'), count('invitacion')]).toEqual([0, 0])
  })

  test('forgets the log of changes after six years and nothing younger, whoever asks', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const { client } = app.store
    const insert = client.prepare(
      "INSERT INTO auditoria (id, cuenta_id, actor, accion, created_at) VALUES (?, ?, 'x', 'auth.login', ?)",
    )
    insert.run('aud_a', app.tenant.cuentaId, '2019-11-20T00:00:00.000Z')
    insert.run('aud_b', app.tenant.cuentaId, '2023-11-20T00:00:00.000Z')
    expect(await app.app.services.trimmer.run()).toMatchObject({ auditoria: 1 })
    expect(
      client.prepare("SELECT id FROM auditoria WHERE id LIKE 'aud_a%' OR id = 'aud_b'").pluck().all(),
    ).toEqual(['aud_b'])
    expect(() => client.exec("DELETE FROM auditoria WHERE id = 'aud_b'")).toThrow('not rewritten')
  })

  test('every statement of the base finds its rows over an index', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const ran: { sql: string; params: unknown[] }[] = []
    const logger = { logQuery: (sql: string, params: unknown[]) => void ran.push({ sql, params }) }
    for (const trim of rowTrims(drizzle({ client: app.store.client, logger }), BASE_TRIMS))
      trim.forget(new Date(0), 1)
    expect(ran.length).toBe(BASE_TRIMS.length)
    for (const { sql, params } of ran) {
      const plan = app.store.client
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...params)
        .map((row) => (row as { detail: string }).detail)
      expect([sql, plan.filter((detail) => detail.startsWith('SCAN'))]).toEqual([sql, []])
    }
  })
})
