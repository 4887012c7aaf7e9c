// Whether the database file of a data folder is sound, looked at before anything is written to it: an emptied file is no new
// installation, and SQLite notices an overwritten page only when it comes by it.

import { existsSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { connect } from '../store/driver'
import { claveFile } from './clave-maestra'
import { Falla } from './comando'

/** Up to this size every page is read at each start; a larger file would hold up the start by seconds. */
const FULL_CHECK_BYTES = 200_000_000

/** Throws Falla when the file `path` was emptied although the key of its folder `dir` is there. */
export function checkNotEmptied(dir: string, path: string): void {
  if (!existsSync(path) || statSync(path).size > 0 || !existsSync(claveFile(dir))) return
  throw new Falla(
    `${path} está vacío, pero ${claveFile(dir)} es de una instalación anterior: no se tocó. Restaure un respaldo; si de ` +
      'verdad quiere empezar de nuevo, borre el archivo vacío',
  )
}

/** Throws Falla when pages of the database `path` are damaged, or what SQLite says of it. Only reads. */
export function checkPages(path: string, fullCheckBytes = FULL_CHECK_BYTES): void {
  const db = connect(path, { readonly: true })
  try {
    if (statSync(path).size < fullCheckBytes) {
      const found = db.pragma('quick_check(1)', { simple: true })
      if (found !== 'ok') throw new Falla(damaged(path))
    } else readEachTable(db)
  } finally {
    db.close()
  }
}

function readEachTable(db: Database): void {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  for (const name of tables) db.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}" LIMIT 1`).get()
}

/** What is said of a database that SQLite cannot make out. */
export const damaged = (path: string): string =>
  `${path} está dañado o no es una base de datos: no se tocó. Restaure un respaldo o indique otra carpeta con --data`
