// Brings a database to this version's schema. Migrations are embedded, run in order, each in a transaction of its own
// (store §3.2).

import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { readMigraciones } from './migraciones.macro' with { type: 'macro' }

/** Its name, without the `.sql` of its file, and its text. */
export interface Migracion {
  nombre: string
  sql: string
}

export const MIGRACIONES: readonly Migracion[] = readMigraciones()

/** A migration that every database had from before all of them were folded into 0001_base, and none has since. */
const PLEGADA = '0002_simulador'

/** The database was written by a newer or another build of Timbre than this one, is older than it knows, or is none of Timbre's. */
export class SchemaMismatch extends Error {}

/** Whether a database has no tables. */
export const isEmpty = (db: Database): boolean =>
  db.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0

const hashes = new WeakMap<Migracion, string>()

/** The hash of a migration's text; taken once: a test opens thousands of databases. */
function sha256Of(migracion: Migracion): string {
  const known = hashes.get(migracion) ?? createHash('sha256').update(migracion.sql).digest('hex')
  hashes.set(migracion, known)
  return known
}

/**
 * Names of the migrations that `db` still lacks. Throws SchemaMismatch when it holds one we do not know, or one of another text.
 * `known` is this version's, omitted but in tests.
 */
export function pendingMigrations(db: Database, known = MIGRACIONES): string[] {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  if (tables.length && !tables.includes('migracion'))
    throw new SchemaMismatch('El archivo no es una base de datos de Timbre')
  const done = tables.length ? (db.prepare('SELECT nombre FROM migracion').pluck().all() as string[]) : []
  if (done.includes(PLEGADA)) {
    throw new SchemaMismatch(
      'La base de datos es de una versión de prueba de Timbre, anterior a la primera, y no se actualiza: ábrala con el programa con ' +
        'que se creó, o empiece en otra carpeta con --data',
    )
  }
  const unknown = done.filter((name) => !known.some(({ nombre }) => nombre === name))
  if (unknown.length) {
    throw new SchemaMismatch(
      `La base de datos es de una versión más nueva de Timbre (tiene ${unknown.join(', ')}); actualice el programa`,
    )
  }
  const edited = done.length ? editedMigrations(db, known) : []
  if (edited.length) {
    throw new SchemaMismatch(
      `La base de datos es de otra compilación de Timbre (${edited.join(', ')} se aplicó con otro texto); use el programa ` +
        'con que se creó',
    )
  }
  return known.filter(({ nombre }) => !done.includes(nombre)).map(({ nombre }) => nombre)
}

/** Applied migrations whose text was another. */
function editedMigrations(db: Database, known: readonly Migracion[]): string[] {
  return db
    .prepare<[], { nombre: string; sha256: string }>('SELECT nombre, sha256 FROM migracion')
    .all()
    .filter((row) => known.some((one) => one.nombre === row.nombre && row.sha256 !== sha256Of(one)))
    .map(({ nombre }) => nombre)
}

/** Applies what `pendingMigrations` names. `now` is the instant written beside each, UTC. */
export function migrate(db: Database, now: Date, known = MIGRACIONES): void {
  const pending = pendingMigrations(db, known)
  db.exec(
    'CREATE TABLE IF NOT EXISTS migracion (nombre TEXT PRIMARY KEY, aplicada_at TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT',
  )
  for (const migracion of known) {
    const { nombre, sql } = migracion
    if (!pending.includes(nombre)) continue
    const apply = db.transaction(() => {
      db.exec(sql)
      db.prepare('INSERT INTO migracion VALUES (?, ?, ?)').run(nombre, now.toISOString(), sha256Of(migracion))
    })
    if (sql.includes(REBUILDS)) withoutForeignKeys(db, () => apply.immediate())
    else apply.immediate()
  }
}

/** The line of a migration that makes a table anew to which others refer: dropping the old one would delete row by row, against their keys. */
const REBUILDS = '-- migrate: without foreign keys'

/**
 * Runs `work` with the keys off, as they can be outside of a transaction alone. It copies whole tables, so nothing refers to less than
 * before: schema.test.ts holds every key against the declarations, migrate.test.ts that none is broken.
 */
function withoutForeignKeys(db: Database, work: () => void): void {
  const were = db.pragma('foreign_keys', { simple: true })
  db.pragma('foreign_keys = OFF')
  try {
    work()
  } finally {
    db.pragma('legacy_alter_table = OFF')
    db.pragma(`foreign_keys = ${were}`)
  }
}
