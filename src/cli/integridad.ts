// Whether the database file of a data folder is sound, looked at before anything is written to it: an emptied file is no new
// installation, and SQLite notices an overwritten page only when it comes by it.

import { existsSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { connect } from '../store/driver'
import { claveFile } from './clave-maestra'
import { Falla } from './comando'
import { marcaFile } from './marca'

/** Up to this size every page is read before the start, within a tenth of a second; a larger file is read beside the server. */
const FULL_CHECK_BYTES = 16_000_000

/** Throws Falla when the file `path` was emptied, or is gone, although the key or the mark of its folder `dir` is there. */
export function checkNotLost(dir: string, path: string): void {
  const there = existsSync(path)
  const traces = [
    ['la clave', claveFile(dir)],
    ['la marca', marcaFile(dir)],
  ].filter(([, file]) => existsSync(file!))
  if ((there && statSync(path).size > 0) || !traces[0]) return
  const [, trace] = traces[0]
  if (!there) {
    throw new Falla(
      `Falta ${path}, pero ${trace} es de una instalación anterior: no se creó nada. Ponga un respaldo con ` +
        'timbre restaurar ARCHIVO; si de verdad quiere empezar de nuevo, mueva ' +
        `${traces.map(([name]) => name).join(' y ')} a otro lugar`,
    )
  }
  throw new Falla(
    `${path} está vacío, pero ${trace} es de una instalación anterior: no se tocó. Restaure un respaldo; si de ` +
      'verdad quiere empezar de nuevo, borre el archivo vacío',
  )
}

/**
 * Throws Falla when pages of the database `path` are damaged, or what SQLite says of it. Only reads. Returns whether every page
 * was looked at: of a large file only the first of each table are.
 */
export function checkPages(path: string, fullCheckBytes = FULL_CHECK_BYTES): boolean {
  const db = connect(path, { readonly: true })
  try {
    if (statSync(path).size < fullCheckBytes) {
      const found = db.pragma('quick_check(1)', { simple: true })
      if (found !== 'ok') throw new Falla(damaged(path))
      return true
    }
    readEachTable(db)
    return false
  } finally {
    db.close()
  }
}

/**
 * Every page of every table and index, one table after another, so that no long read keeps a server beside it from writing its
 * log back. The first table that is damaged and what SQLite says of it, null when all are sound.
 */
export function findDamage(path: string): { tabla: string; detalle: string } | null {
  const db = connect(path, { readonly: true })
  try {
    for (const tabla of tablesOf(db)) {
      const detalle = checkTable(db, tabla)
      if (detalle !== 'ok') return { tabla, detalle }
    }
    return null
  } finally {
    db.close()
  }
}

function checkTable(db: Database, name: string): string {
  try {
    return String(db.pragma(`quick_check(${quoted(name)})`, { simple: true }))
  } catch (fault) {
    const { code, message } = fault as { code?: unknown; message: string }
    if (String(code).startsWith('SQLITE_CORRUPT')) return message
    throw fault
  }
}

function readEachTable(db: Database): void {
  for (const name of tablesOf(db)) db.prepare(`SELECT * FROM ${quoted(name)} LIMIT 1`).get()
}

const tablesOf = (db: Database): string[] =>
  db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The message about a database that SQLite cannot read. */
export const damaged = (path: string): string =>
  `${path} está dañado o no es una base de datos: no se tocó. Restaure un respaldo o indique otra carpeta con --data`
