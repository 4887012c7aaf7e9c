// Opens a data folder for one process: lock, database, master key, migration. Whatever is amiss is said in clear words, and
// nothing there is overwritten.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import type { Log } from '../base/log'
import type { Config } from '../config'
import { connect } from '../store/driver'
import { DataDirLocked, lockDataDir, lockFile } from '../store/lock'
import { isEmpty, type Migracion, pendingMigrations, SchemaMismatch } from '../store/migrate'
import { giveTo } from '../store/owner'
import { isStorageFault } from '../store/storage-fault'
import { openStore, opensWith, type Store, WrongMasterKey } from '../store/store'
import {
  type ClaveMaestra,
  claveFile,
  claveNuevaFile,
  keepClave,
  masterKeyOf,
  readClave,
} from './clave-maestra'
import { Falla } from './comando'
import { copyTo } from './copia'
import { checkWhole } from './entera'
import { denied, isDenied, requireDatabase, requireFolder } from './existente'
import { checkNotLost, checkPages, damaged } from './integridad'
import { checkSqlite } from './sqlite'
import { copyName, dropOldCopies, dropRepeatedCopies, type Tell } from './upgrade-copies'

export interface Carpeta {
  dir: string
  store: Store
  /** Every page of the database was looked at before it was opened; of a large one it is to be done beside. */
  revisada: boolean
  /** Writes the log back into the database, closes it and gives the folder free. */
  close(): void
}

export const databaseFile = (dir: string): string => join(dir, 'timbre.db')

interface Deps {
  clock: Clock
  random: (size: number) => Uint8Array
  log: Log
  /** A command beside a running server takes no lock; it needs one only when there is something to migrate. */
  shared?: boolean
  /** Makes folder, database and key where there are none; omitted, their absence is a Falla. */
  create?: boolean
  /** The migrations of the version that opens it; omitted but in tests, this one's. */
  migraciones?: readonly Migracion[]
}

/** Opens `config.dataDir`. Throws Falla. */
export function openCarpeta(config: Pick<Config, 'dataDir' | 'masterKey'>, deps: Deps): Carpeta {
  checkSqlite()
  const dir = resolve(config.dataDir)
  const path = databaseFile(dir)
  return explained(path, () => {
    if (deps.create) {
      requireFolder(dir)
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      if (existsSync(path)) requireDatabase(path, { write: true })
    } else {
      // A database that was lost is told as such, not as none.
      if (!existsSync(path)) checkNotLost(dir, path)
      requireDatabase(path, { write: true })
    }
    // A database of another program has no lock beside it, and is to get none.
    if (hasContent(path) && !existsSync(lockFile(dir))) pendingIn(path, deps.migraciones)
    const mustLock = !deps.shared || !hasContent(path) || pendingIn(path, deps.migraciones).length > 0
    const unlock = mustLock ? lockDataDir(dir) : () => {}
    try {
      const { store, revisada } = prepare(dir, path, config.masterKey, deps)
      return {
        dir,
        store,
        revisada,
        close() {
          if (mustLock) store.client.pragma('wal_checkpoint(TRUNCATE)')
          store.close()
          unlock()
        },
      }
    } catch (fault) {
      unlock()
      throw fault
    }
  })
}

/** Database and key, each made when there is none. Whatever is there is looked at before anything is written. */
function prepare(
  dir: string,
  path: string,
  fromEnv: Uint8Array | null,
  deps: Deps,
): Pick<Carpeta, 'store' | 'revisada'> {
  const existing = hasContent(path)
  checkNotLost(dir, path)
  const pending = existing ? pendingIn(path, deps.migraciones) : []
  // Beside a running server its start has looked already.
  const revisada = !existing || deps.shared === true || checkPages(path)
  if (existing && !fromEnv) endRotation(dir, path, deps.log)
  const key = masterKeyOf(dir, fromEnv, { hasDatabase: existing, random: deps.random })
  const otra = `La clave maestra de ${key.origen} no abre ${path}: use la clave con que se creó`
  // Where nothing is to be migrated, opening says it as well: each look at a database reads all of its schema, 5 ms of a start.
  if (pending.length && !keyOpens(path, key.clave)) throw new Falla(otra)
  const copia = pending.length ? backUp(path, pending, deps) : null
  const fresh = !existsSync(path)
  // Its journals take on the mode of the file, and its owner.
  closeSync(openSync(path, 'a', 0o600))
  if (!existing && !fresh) {
    chmodSync(path, 0o600)
    deps.log.warn('base_de_datos.vacia', {
      archivo: path,
      mensaje:
        'El archivo estaba vacío: se hizo en él una base de datos nueva. Si tenía una, restaure su respaldo',
    })
  }
  try {
    if (fresh) giveTo(path, dir)
    const store = openStore({ path, masterKey: key.clave, clock: deps.clock, migraciones: deps.migraciones })
    if (copia) dropOldCopies(copia, telling(deps.log))
    if (key.creada) keepClave(dir)
    reportOf(key, deps.log)
    return { store, revisada }
  } catch (fault) {
    if (fault instanceof WrongMasterKey) throw new Falla(otra, { cause: fault })
    // A first start on a full disk must not leave what the next one takes for an emptied database.
    if (fresh && !hasContent(path)) rmSync(path, { force: true })
    throw fault
  }
}

/** A rotation of the key that was cut short: whichever key opens the database is the key. */
function endRotation(dir: string, path: string, log: Log): void {
  const nueva = claveNuevaFile(dir)
  if (!existsSync(nueva) || !keyOpens(path, readClave(nueva))) return
  keepClave(dir)
  log.warn('clave_maestra.rotada', {
    archivo: claveFile(dir),
    mensaje: 'Se terminó un cambio de clave interrumpido; respalde este archivo fuera de la máquina',
  })
}

const hasContent = (path: string): boolean => existsSync(path) && statSync(path).size > 0

/** Whether the key is the one of a database file. Only reads. */
export function keyOpens(path: string, clave: Uint8Array): boolean {
  // A first start that died before its first migration left a file with no tables.
  return reading(path, (db) => isEmpty(db) || opensWith(db, clave))
}

/** Whether a database file has no tables. Only reads. */
export const isBlank = (path: string): boolean => reading(path, isEmpty)

function reading<T>(path: string, read: (db: Database) => T): T {
  const db = connect(path, { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

function reportOf({ creada, expuesta, origen }: ClaveMaestra, log: Log): void {
  if (creada) {
    log.warn('clave_maestra.creada', {
      archivo: origen,
      mensaje: 'Respalde este archivo fuera de la máquina: sin él no se recuperan certificados ni documentos',
    })
  }
  if (expuesta) {
    log.warn('clave_maestra.expuesta', {
      archivo: origen,
      mensaje: `Otros usuarios pueden leerla: chmod 600 ${origen}`,
    })
  }
}

/**
 * The migrations that a database file lacks, read without touching it: setting a journal mode would already write to a foreign
 * file. Throws Falla or SchemaMismatch when it is none of ours.
 */
export function pendingIn(path: string, migraciones?: readonly Migracion[]): string[] {
  checkWhole(path)
  try {
    return reading(path, (db) => pendingMigrations(db, migraciones))
  } catch (cause) {
    // Its very first pages: whoever asks without `explained` is to read the same.
    if (!String((cause as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')) throw cause
    throw new Falla(damaged(path), { cause })
  }
}

function backUp(path: string, pending: readonly string[], { clock, log }: Deps): string {
  // A start that broke off in this very second has left one.
  const copia = copyName(path, pending[0]!, clock())
  copyTo(path, copia, (partial) => giveTo(partial, path))
  log.info('base_de_datos.copiada', { archivo: copia, migraciones: pending })
  dropRepeatedCopies(copia, telling(log))
  return copia
}

const telling = (log: Log): Tell => ({
  dropped: (archivo) => log.info('base_de_datos.copia_borrada', { archivo }),
  failed: (archivo, error) => log.warn('base_de_datos.copia_no_borrada', { archivo, error }),
})

/** Runs a step on the database file `path` or its folder; what the system or SQLite says of it becomes a Falla. */
export function explained<T>(path: string, step: () => T): T {
  try {
    return step()
  } catch (cause) {
    const { code, message, path: named = dirname(path) } = cause as NodeJS.ErrnoException
    if (cause instanceof DataDirLocked) throw new Falla(message, { cause })
    if (cause instanceof SchemaMismatch) throw new Falla(`${path}: ${message}`, { cause })
    if (['SQLITE_CORRUPT', 'SQLITE_NOTADB'].some((known) => String(code).startsWith(known))) {
      throw new Falla(damaged(path), { cause })
    }
    if (isDenied(code)) throw new Falla(denied(named, String(code)), { cause })
    if (isStorageFault(cause) || ['ENOSPC', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(String(code))) {
      throw new Falla(
        `No se puede trabajar en la carpeta ${dirname(path)} (${message}): revise permisos y espacio`,
        { cause },
      )
    }
    throw cause
  }
}
