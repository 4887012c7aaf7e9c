import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { openDatabase } from '../../src/store/driver'
import { migrate } from '../../src/store/migrate'
import { actualSchema, admittedValues, declaredSchema, declaredValues, differences } from './schema'

const TABLES = join(import.meta.dir, '../../src/store/tables')
const modules = await Promise.all(readdirSync(TABLES).map((file) => import(join(TABLES, file))))

/** Where the declarations differ from a migrated database that `change` was done to. */
function differencesAfter(change: (db: Database) => void = () => {}): string[] {
  const db = openDatabase(':memory:')
  migrate(db, new Date(0))
  change(db)
  return differences(declaredSchema(modules), actualSchema(db))
}

describe('src/store/tables', () => {
  test('declares every table, column, key and index of a migrated database, and no other', () => {
    expect(differencesAfter()).toEqual([])
  })

  // Each mutant is one way in which a migration could run ahead of the declarations.
  const MUTANTS: [what: string, sql: string, told: string[]][] = [
    ['a table', 'CREATE TABLE nueva (id TEXT PRIMARY KEY) STRICT', ['nueva: only in the database']],
    ['a table that went', 'DROP TABLE cobro', ['cobro: only declared']],
    ['a column', 'ALTER TABLE copia ADD COLUMN nota TEXT', ['copia: only in the database: column nota TEXT']],
    [
      'a column of another name',
      'ALTER TABLE caf RENAME COLUMN vence_el TO vence',
      ['caf: only declared: column vence_el TEXT', 'caf: only in the database: column vence TEXT'],
    ],
    [
      'a type',
      'ALTER TABLE sesion DROP COLUMN agente; ALTER TABLE sesion ADD COLUMN agente BLOB',
      ['sesion: only declared: column agente TEXT', 'sesion: only in the database: column agente BLOB'],
    ],
    [
      'nullability',
      "ALTER TABLE sesion DROP COLUMN agente; ALTER TABLE sesion ADD COLUMN agente TEXT NOT NULL DEFAULT ''",
      [
        'sesion: only declared: column agente TEXT',
        "sesion: only in the database: column agente TEXT NOT NULL DEFAULT ''",
      ],
    ],
    [
      'a default',
      'ALTER TABLE job DROP COLUMN interrupciones; ALTER TABLE job ADD COLUMN interrupciones INTEGER NOT NULL DEFAULT 1',
      [
        'job: only declared: column interrupciones INTEGER NOT NULL DEFAULT 0',
        'job: only in the database: column interrupciones INTEGER NOT NULL DEFAULT 1',
      ],
    ],
    [
      'a primary key',
      'DROP TABLE meta; CREATE TABLE meta (clave TEXT NOT NULL, valor TEXT NOT NULL PRIMARY KEY) STRICT',
      ['meta: only declared: primary key clave', 'meta: only in the database: primary key valor'],
    ],
    [
      'a foreign key',
      `DROP TABLE evento_aviso; CREATE TABLE evento_aviso (empresa_id TEXT NOT NULL REFERENCES empresa(id) ON DELETE CASCADE,
         clave TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (empresa_id, clave)) STRICT`,
      [
        'evento_aviso: only declared: foreign key empresa_id → empresa(id) ON DELETE NO ACTION',
        'evento_aviso: only in the database: foreign key empresa_id → empresa(id) ON DELETE CASCADE',
      ],
    ],
    [
      'a unique constraint',
      `DROP TABLE documento_publico; CREATE TABLE documento_publico (documento_id TEXT PRIMARY KEY REFERENCES documento(id),
         clave_sha256 BLOB NOT NULL, clave_cifrada BLOB NOT NULL) STRICT`,
      ['documento_publico: only declared: unique clave_sha256'],
    ],
    [
      'an index',
      'CREATE INDEX copia_estado ON copia(estado)',
      ['copia: only in the database: index copia_estado (estado)'],
    ],
    [
      'the condition of a partial index',
      "DROP INDEX checkout_abierto; CREATE UNIQUE INDEX checkout_abierto ON checkout(cuenta_id) WHERE estado = 'pagado'",
      [
        "checkout: only declared: unique index checkout_abierto (cuenta_id) WHERE estado = 'abierto'",
        "checkout: only in the database: unique index checkout_abierto (cuenta_id) WHERE estado = 'pagado'",
      ],
    ],
    [
      'the expression and order of an index',
      'DROP INDEX cobro_cuenta; CREATE INDEX cobro_cuenta ON cobro(cuenta_id, created_at, id)',
      [
        'cobro: only declared: index cobro_cuenta (cuenta_id, created_at DESC, id)',
        'cobro: only in the database: index cobro_cuenta (cuenta_id, created_at, id)',
      ],
    ],
    [
      'that an index is unique',
      'DROP INDEX evento_orden; CREATE INDEX evento_orden ON evento(empresa_id, numero)',
      [
        'evento: only declared: unique index evento_orden (empresa_id, numero)',
        'evento: only in the database: index evento_orden (empresa_id, numero)',
      ],
    ],
  ]
  test.each(MUTANTS)('would be told apart by %s', (_, sql, told) => {
    expect(
      differencesAfter((db) => {
        db.pragma('foreign_keys = OFF')
        db.exec(sql)
      }),
    ).toEqual(told)
  })

  test('names the values of a column as its CHECK does', () => {
    const db = openDatabase(':memory:')
    migrate(db, new Date(0))
    const [declared, admitted] = [declaredValues(modules), admittedValues(db)]
    // A CHECK that admits some texts alone wants them in the table: `text('estado', { enum: […] })`, not `$type<Estado>()`.
    const texts = Object.keys(admitted).filter((column) => admitted[column]!.length)
    expect(texts.filter((column) => !declared[column])).toEqual([])
    const checked = Object.entries(declared).filter(([column]) => admitted[column])
    expect(checked).toEqual(checked.map(([column]) => [column, admitted[column]!]))
    // Copied from a row that is checked.
    expect(
      Object.keys(declared)
        .filter((column) => !admitted[column])
        .sort(),
    ).toEqual([
      'cobro.proveedor',
      'plantilla_activa.formato',
      'rcv_resumen.estado_contable',
      'sim_documento.lado',
      'sim_folio.lado',
      'sim_referencia.lado',
    ])
  })
})

describe('what only migrations say', () => {
  const db = openDatabase(':memory:')
  migrate(db, new Date(0))
  const names = (sql: string) => db.prepare<[], string>(sql).pluck().all()

  test('every table is STRICT', () => {
    expect(
      names(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite%'",
      ),
    ).toEqual([])
  })

  test('every trigger is one of these: a total or a link that is kept, a row that does not change, or a company that moved', () => {
    expect(
      names(
        `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE 'empresa_tablero_%' ORDER BY name`,
      ),
    ).toEqual([
      'acuse_no_cambia',
      'auditoria_no_cambia',
      'auditoria_no_se_borra',
      'borrador_de_serie',
      'caf_de_mudada',
      'caf_siguiente_de_mudada',
      'certificacion_intento_no_se_borra',
      'cliente_cambia',
      'cliente_entra',
      'cliente_suma_anula',
      'cliente_suma_cambia',
      'cliente_suma_desanula',
      'cliente_suma_entra',
      'cliente_suma_mueve',
      'codigo_recuperacion_sin_factor',
      'codigo_recuperacion_sin_llave',
      'codigo_recuperacion_usado',
      'documento_cuenta_cambia',
      'documento_cuenta_entra',
      'documento_cuenta_sale',
      'documento_de_mudada',
      'documento_dia_cambia',
      'documento_dia_entra',
      'documento_dia_sale',
      'documento_reemplazo_entra',
      'documento_reemplazo_sale',
      'documento_registrado_dice',
      'envio_set_solo',
      'job_cuenta_entra',
      'job_cuenta_sale',
      'job_de_mudada',
      'llave_acceso_contador',
      'rcv_vinculacion_entra',
      'rcv_vinculacion_no_cambia',
      'rcv_vinculacion_sale',
      'recibido_archivo_no_cambia',
      'recibido_no_cambia',
      'respuesta_enviada_no_cambia',
      'respuesta_no_cambia',
      'segundo_factor_paso',
      'sim_evento_coherente',
    ])
  })

  test('the triggers of the firm’s board do nothing but mark its rows (areas/firma §1)', () => {
    const bodies = names(
      "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'empresa_tablero_%'",
    )
    expect(bodies.length).toBeGreaterThan(50)
    for (const body of bodies)
      expect(body.slice(body.indexOf('BEGIN'))).toMatch(
        /^BEGIN\s+(UPDATE empresa_tablero SET marca = marca \| 1\s+WHERE [^;]+ AND marca & 1 = 0|INSERT INTO empresa_tablero \(empresa_id, ambiente\) VALUES[^;]+);\s+END$/,
      )
  })
})
