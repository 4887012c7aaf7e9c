// Brings a database to this version's schema. Migrations are embedded, run in order, each in a transaction of its own.

import type { Database } from 'better-sqlite3'
import { readMigraciones } from './migraciones.macro' with { type: 'macro' }

const MIGRACIONES: { nombre: string; sql: string }[] = readMigraciones()

/** The database was written by a newer Timbre than this one, or is no database of Timbre's. */
export class SchemaMismatch extends Error {}

/** Names of the migrations that `db` still lacks. Throws SchemaMismatch when it holds one that we do not know. */
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
  return MIGRACIONES.filter(({ nombre }) => !done.includes(nombre)).map(({ nombre }) => nombre)
}

/** Applies what `pendingMigrations` names. `now` is the instant written beside each, UTC. */
export function migrate(db: Database, now: Date): void {
  const pending = pendingMigrations(db)
  db.exec('CREATE TABLE IF NOT EXISTS migracion (nombre TEXT PRIMARY KEY, aplicada_at TEXT NOT NULL) STRICT')
  for (const { nombre, sql } of MIGRACIONES) {
    if (!pending.includes(nombre)) continue
    db.transaction(() => {
      db.exec(sql)
      db.prepare('INSERT INTO migracion VALUES (?, ?)').run(nombre, now.toISOString())
    }).immediate()
  }
}
