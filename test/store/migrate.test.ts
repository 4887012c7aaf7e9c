import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/driver'
import { MIGRACIONES, migrate, pendingMigrations, SchemaMismatch } from '../../src/store/migrate'

const NOW = new Date('2026-11-20T12:00:00Z')
const FILES = readdirSync(join(import.meta.dir, '../../migrations'))
  .sort()
  .map((name) => name.replace('.sql', ''))

describe('migrate', () => {
  test('has one file of each number, so that their order is told by it alone', () => {
    const numbers = FILES.map((name) => /^\d{4}(?=_[a-z_]+$)/.exec(name)?.[0])
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(FILES.length)
  })

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
    db.exec(`INSERT INTO migracion VALUES ('9999_futuro', '2027', '')`)
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

  test('refuses a database from before all migrations became one, and changes nothing', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    db.exec("INSERT INTO migracion VALUES ('0002_simulador', '2026', '')")
    expect(() => migrate(db, NOW)).toThrow(SchemaMismatch)
    expect(() => migrate(db, NOW)).toThrow('anterior a la primera, y no se actualiza')
    expect(db.prepare('SELECT count(*) FROM migracion').pluck().get()).toBe(FILES.length + 1)
  })

  test('of several applies those that are missing, each whole or not at all', () => {
    const db = openDatabase(':memory:')
    migrate(db, NOW)
    const more = (...sql: string[]) => [
      ...MIGRACIONES,
      ...sql.map((text, i) => ({ nombre: `999${i}_prueba`, sql: text })),
    ]
    const [good, bad] = ['CREATE TABLE una (id TEXT) STRICT', 'CREATE TABLE otra (id TEXT) STRICT; no es SQL']
    expect(() => migrate(db, NOW, more(good, bad))).toThrow('syntax error')
    expect(pendingMigrations(db, more(good, bad))).toEqual(['9991_prueba'])
    const names = () =>
      db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('una', 'otra')").pluck().all()
    expect(names()).toEqual(['una'])
    migrate(db, NOW, more(good, 'CREATE TABLE otra (id TEXT) STRICT'))
    expect(names()).toEqual(['una', 'otra'])
  })

  test('refuses a database that is not of Timbre, and changes nothing', () => {
    const db = openDatabase(':memory:')
    db.exec('CREATE TABLE clientes (id INTEGER)')
    expect(() => migrate(db, NOW)).toThrow(SchemaMismatch)
    expect(db.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['clientes'])
  })
})

describe('0045_folio_dicho', () => {
  test('takes for a person’s word only what the SII did not say, refused annulments among that', () => {
    const db = openDatabase(':memory:')
    const before = MIGRACIONES.filter(({ nombre }) => nombre < '0045')
    migrate(db, NOW, before)
    db.pragma('foreign_keys = OFF')
    const setAside = db.prepare(
      "INSERT INTO folio_apartado (caf_id, desde, hasta, estado, motivo, created_at) VALUES (?, ?, ?, ?, ?, '2026')",
    )
    for (const [caf, desde, hasta, estado, motivo] of [
      ['caf_a', 1, 8, 'emitido_fuera', 'Usado fuera de este sistema, según quien cargó el archivo'],
      ['caf_a', 9, 9, 'emitido_fuera', 'El SII ya tenía un documento con este folio que aquí no está'],
      ['caf_a', 10, 10, 'emitido_fuera', 'No se usaron'],
      ['caf_a', 11, 11, 'anulado', 'No se usaron'],
      ['caf_a', 12, 12, 'emitido_fuera', 'El SII ya tenía documentos con folios posteriores'],
      ['caf_b', 10, 10, 'emitido_fuera', 'Otro local'],
    ] as const)
      setAside.run(caf, desde, hasta, estado, motivo)
    const piece = db.prepare(
      "INSERT INTO folio_anulacion (job_id, caf_id, desde, hasta, estado, anulado_en) VALUES ('j', 'caf_a', ?, ?, ?, ?)",
    )
    piece.run(10, 10, 'rehusado', null)
    piece.run(11, 11, 'anulado', '2026')
    migrate(db, NOW)
    expect(
      db
        .prepare("SELECT caf_id, desde FROM folio_apartado WHERE dicho_por = 'persona' ORDER BY 1, 2")
        .raw()
        .all(),
    ).toEqual([
      ['caf_a', 1],
      ['caf_b', 10],
    ])
  })
})

describe('0061_historia', () => {
  test('makes the table of documents anew: each row, what refers to it, and what its triggers keep', () => {
    const db = openDatabase(':memory:')
    migrate(
      db,
      NOW,
      MIGRACIONES.filter(({ nombre }) => nombre < '0061'),
    )
    db.pragma('foreign_keys = OFF')
    db.exec(`INSERT INTO documento (id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, fecha_emision, rut_emisor, rut_receptor,
        monto_total, saldo, estado_sii, created_at, forma_pago)
      VALUES ('dte_1', 'emp', 'produccion', 33, 7, 'caf', 'job', '2026-11-01', '1-9', '2-7', 119, 100, 'rechazado', '2026', 2);
      INSERT INTO documento_xml VALUES ('dte_1', x'00');`)
    db.pragma('foreign_keys = ON')
    migrate(db, NOW)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(
      db.prepare('SELECT folio, saldo, estado_sii, forma_pago, origen, contenido FROM documento').all(),
    ).toEqual([
      { folio: 7, saldo: 100, estado_sii: 'rechazado', forma_pago: 2, origen: 'emitido', contenido: 'xml' },
    ])
    const broken = db.pragma('foreign_key_check') as { table: string; parent: string }[]
    expect(broken.map(({ table, parent }) => `${table} ${parent}`).sort()).toEqual([
      'documento caf',
      'documento empresa',
      'documento job',
    ])
    expect(db.prepare('SELECT total FROM documento_cuenta').pluck().all()).toEqual([1])
    db.exec("UPDATE documento SET estado_sii = 'aceptado'")
    expect(db.prepare('SELECT estado_sii FROM documento_dia WHERE documentos = 1').pluck().all()).toEqual([
      'aceptado',
    ])
    expect(() => db.exec("DELETE FROM documento WHERE id = 'dte_1'")).toThrow('FOREIGN KEY')
  })
})

describe('0060_llave_acceso', () => {
  test('keeps the recovery codes, used ones as used, and lets each be taken once', () => {
    const db = openDatabase(':memory:')
    migrate(
      db,
      NOW,
      MIGRACIONES.filter(({ nombre }) => nombre < '0060'),
    )
    db.pragma('foreign_keys = OFF')
    db.exec("INSERT INTO codigo_recuperacion VALUES ('usr_a', 'uno', NULL), ('usr_a', 'dos', '2026')")
    migrate(db, NOW)
    expect(db.prepare('SELECT * FROM codigo_recuperacion ORDER BY hash').raw().all()).toEqual([
      ['usr_a', 'dos', '2026'],
      ['usr_a', 'uno', null],
    ])
    expect(() => db.exec("UPDATE codigo_recuperacion SET usado_en = '2027'")).toThrow('taken once')
  })
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

  test('holds a job to a state of http §7, a lease only while it is processing, a wait only before', () => {
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
