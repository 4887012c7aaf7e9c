import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/driver'
import { migrate, pendingMigrations, SchemaMismatch } from '../../src/store/migrate'

const NOW = new Date('2026-11-20T12:00:00Z')
const FILES = readdirSync(join(import.meta.dir, '../../migrations'))
  .sort()
  .map((name) => name.replace('.sql', ''))

describe('migrate', () => {
  test('applies every file of migrations/ to an empty database, in order, with the instant', () => {
    const db = openDatabase(':memory:')
    expect(pendingMigrations(db)).toEqual(FILES)
    migrate(db, NOW)
    expect(db.prepare('SELECT * FROM migracion ORDER BY rowid').all()).toEqual(
      FILES.map((nombre) => ({
        nombre,
        aplicada_at: NOW.toISOString(),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    )
    expect(pendingMigrations(db)).toEqual([])
  })

  test('does nothing the second time', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    const schema = () => db.prepare('SELECT sql FROM sqlite_master ORDER BY name').all()
    const before = schema()
    migrate(db, new Date(0))
    expect(schema()).toEqual(before)
    expect(db.prepare('SELECT DISTINCT aplicada_at FROM migracion').pluck().all()).toEqual([
      NOW.toISOString(),
    ])
  })

  test('refuses the database of a newer version, naming what it does not know, and changes nothing', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    db.exec(`INSERT INTO migracion (nombre, aplicada_at) VALUES ('9999_futuro', '2027')`)
    db.exec(`DELETE FROM migracion WHERE nombre = '${FILES.at(-1)}'`)
    expect(() => migrate(db, NOW)).toThrow(SchemaMismatch)
    expect(() => migrate(db, NOW)).toThrow('más nueva de Timbre (tiene 9999_futuro)')
    expect(db.prepare('SELECT count(*) FROM migracion').pluck().get()).toBe(FILES.length)
  })

  test('refuses a database whose migration had another text, and changes nothing', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    db.exec(`UPDATE migracion SET sha256 = '${'0'.repeat(64)}' WHERE nombre = '0001_base'`)
    expect(() => migrate(db, NOW)).toThrow(SchemaMismatch)
    expect(() => migrate(db, NOW)).toThrow('La base de datos es de otra compilación de Timbre (0001_base')
  })

  test('takes a database from before texts were recorded as it is', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    db.exec('ALTER TABLE migracion DROP COLUMN sha256')
    migrate(db, NOW)
    expect(db.prepare('SELECT count(*) FROM migracion WHERE sha256 IS NULL').pluck().get()).toBe(FILES.length)
  })

  test('refuses a database that is not of Timbre, and changes nothing', () => {
    const db = openDatabase(':memory:')
    db.exec('CREATE TABLE clientes (id INTEGER)')
    expect(() => migrate(db, NOW)).toThrow(SchemaMismatch)
    expect(db.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['clientes'])
  })
})

test('0018_lugar keeps the line of the jobs that wait', () => {
  const db = openDatabase(':memory:')
  const apply = (name: string) =>
    db.exec(readFileSync(join(import.meta.dir, `../../migrations/${name}.sql`), 'utf8'))
  for (const name of FILES.filter((name) => name < '0018')) apply(name)
  db.exec(
    `INSERT INTO cuenta (id, nombre, email, plan, created_at) VALUES ('cta_1', 'Cuenta', 'a@b.cl', 'Empresa', '2026');
     INSERT INTO empresa (id, cuenta_id, rut, razon_social, giro, direccion, comuna, ambiente, created_at)
     VALUES ('emp_1', 'cta_1', '76543210-3', 'Uno', 'Giro', 'Calle 1', 'Santiago', 'simulacion', '2026')`,
  )
  const add = (id: string, columns: string, values: string) =>
    db.exec(
      `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at${columns})
       VALUES ('${id}', 'prueba', 'emp_1', 'simulacion', 'prueba:1', ${values})`,
    )
  add('done', '', "'completed', 1, 1")
  add('first', '', "'pending', 2, 2")
  add('leased', ', lease_id, lease_until', "'processing', 3, 3, 'lot_1', 9")
  add('retried', '', "'pending', 1, 8")
  add('waits', ', run_at', "'pending', 4, 4, 9")
  apply('0018_lugar')
  const line = db.prepare("SELECT id FROM job WHERE estado <> 'completed' ORDER BY lugar, rowid").pluck()
  expect(line.all()).toEqual(['first', 'leased', 'waits', 'retried'])
  const places = db.prepare("SELECT min(lugar), max(lugar) FROM job WHERE estado <> 'completed'").raw()
  expect(places.get()).toEqual([1, 4])
})

describe('the schema', () => {
  test('is strict in every table, and its foreign keys hold', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    const tables = db.prepare('PRAGMA table_list').all() as { schema: string; name: string; strict: number }[]
    const loose = tables.filter(
      ({ schema, name, strict }) => schema === 'main' && !name.startsWith('sqlite_') && !strict,
    )
    expect(loose.map(({ name }) => name)).toEqual([])
    expect(db.pragma('foreign_key_check')).toEqual([])
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('holds a job to a state of contract §7, a lease only while it is processing, a wait only before', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    db.pragma('foreign_keys = OFF')
    const insert = (estado: string, runAt: number | null, lease: string | null) =>
      db
        .prepare(
          `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, run_at, lease_id, lease_until, created_at, queued_at)
           VALUES (?, 'x', 'e', 'simulacion', 'x:e', ?, ?, ?, ?, 0, 0)`,
        )
        .run(`${estado}${runAt}${lease}`, estado, runAt, lease, lease && 1)
    for (const [estado, runAt, lease] of [
      ['done', null, null],
      ['processing', null, null],
      ['pending', null, 'lot'],
      ['completed', 1, null],
      ['processing', 1, 'lot'],
      ['scheduled', null, null],
    ] as const)
      expect(() => insert(estado, runAt, lease)).toThrow('CHECK')
    insert('processing', null, 'lot')
    insert('pending', 1, null)
    insert('scheduled', 1, null)
  })
})

test('keeps the answers of Idempotency-Keys from before they could be of an account (0003_idempotencia_cuenta)', () => {
  const db = openDatabase(':memory:')
  db.exec('CREATE TABLE migracion (nombre TEXT PRIMARY KEY, aplicada_at TEXT NOT NULL, sha256 TEXT) STRICT')
  for (const name of ['0001_base', '0002_simulador']) {
    db.exec(readFileSync(join(import.meta.dir, `../../migrations/${name}.sql`), 'utf8'))
    db.prepare('INSERT INTO migracion VALUES (?, ?, NULL)').run(name, NOW.toISOString())
  }
  db.exec(`
    INSERT INTO cuenta (id, nombre, email, created_at) VALUES ('cta_1', 'Ana', 'ana@example.cl', '2026');
    INSERT INTO empresa (id, cuenta_id, rut, razon_social, ambiente, created_at)
      VALUES ('emp_1', 'cta_1', '76543210-3', 'Uno', 'simulacion', '2026');
    INSERT INTO idempotencia VALUES ('emp_1', 'POST /v1/dte/emitir', 'k', 'hash', 202, x'00', '2026', NULL)`)
  migrate(db, NOW)
  expect(db.prepare('SELECT empresa_id, ambito, clave, status, vence_at FROM idempotencia').all()).toEqual([
    { empresa_id: 'emp_1', ambito: 'emp_1', clave: 'k', status: 202, vence_at: null },
  ])
  expect(() => db.exec("UPDATE idempotencia SET cuenta_id = 'cta_1'")).toThrow('CHECK')
})
