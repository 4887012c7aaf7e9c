// Brings a database to this version's schema. Migrations are embedded, run in order, each in a transaction of its own.

import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { readMigraciones } from './migraciones.macro' with { type: 'macro' }

const MIGRACIONES: { nombre: string; sql: string }[] = readMigraciones()

/** The database was written by a newer or another build of Timbre than this one, or is no database of Timbre's. */
export class SchemaMismatch extends Error {}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const hasHashes = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('migracion') WHERE name = 'sha256'").get() !== undefined

/** Names of the migrations that `db` still lacks. Throws SchemaMismatch when it holds one we do not know, or one of another text. */
export function pendingMigrations(db: Database): string[] {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  if (tables.length && !tables.includes('migracion'))
    throw new SchemaMismatch('El archivo no es una base de datos de Timbre')
  const done = tables.length ? (db.prepare('SELECT nombre FROM migracion').pluck().all() as string[]) : []
  const unknown = done.filter((name) => !MIGRACIONES.some(({ nombre }) => nombre === name))
  if (unknown.length) {
    throw new SchemaMismatch(
      `La base de datos es de una versión más nueva de Timbre (tiene ${unknown.join(', ')}); actualice el programa`,
    )
  }
  const edited = tables.length ? editedMigrations(db) : []
  if (edited.length) {
    throw new SchemaMismatch(
      `La base de datos es de otra compilación de Timbre (${edited.join(', ')} se aplicó con otro texto); use el programa ` +
        'con que se creó',
    )
  }
  return MIGRACIONES.filter(({ nombre }) => !done.includes(nombre)).map(({ nombre }) => nombre)
}

/** Applied migrations whose text was another; one applied before texts were recorded cannot be told. */
function editedMigrations(db: Database): string[] {
  if (!hasHashes(db)) return []
  const applied = db
    .prepare<[], { nombre: string; sha256: string | null }>('SELECT nombre, sha256 FROM migracion')
    .all()
  return applied
    .filter((row) => {
      const ours = MIGRACIONES.find(({ nombre }) => nombre === row.nombre)
      return row.sha256 !== null && ours !== undefined && row.sha256 !== sha256(ours.sql)
    })
    .map(({ nombre }) => nombre)
}

/** Applies what `pendingMigrations` names. `now` is the instant written beside each, UTC. */
export function migrate(db: Database, now: Date): void {
  const pending = pendingMigrations(db)
  db.exec(
    'CREATE TABLE IF NOT EXISTS migracion (nombre TEXT PRIMARY KEY, aplicada_at TEXT NOT NULL, sha256 TEXT) STRICT',
  )
  if (!hasHashes(db)) db.exec('ALTER TABLE migracion ADD COLUMN sha256 TEXT')
  for (const { nombre, sql } of MIGRACIONES) {
    if (!pending.includes(nombre)) continue
    db.transaction(() => {
      db.exec(sql)
      db.prepare('INSERT INTO migracion VALUES (?, ?, ?)').run(nombre, now.toISOString(), sha256(sql))
    }).immediate()
  }
}
