// The store as the rest of the program holds it: the connection, drizzle over it, and the secrets.

import type { Database } from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Clock } from '../domain/ambiente'
import { openDatabase } from './driver'
import { type Migracion, migrate } from './migrate'
import { createSecrets, type Secrets, SecretUnreadable } from './secrets'
import { resealAll } from './sellados'

/** Queries built from the declarations of `tables/`, over the same connection: a transaction of one is the other's. */
export type Db = BetterSQLite3Database

export interface Store {
  /** For hot statements, which each area prepares in one file. */
  client: Database
  db: Db
  secrets: Secrets
  close(): void
}

/** The master key is not the one this database was written with. Nothing was changed. */
export class WrongMasterKey extends Error {}

const CANARY = { table: 'meta', column: 'valor', id: 'clave_maestra' }

/**
 * Opens and migrates the database at `path` (`:memory:` in tests). Throws SchemaMismatch on a newer, too old or foreign database,
 * WrongMasterKey when `masterKey` does not open it, and what SQLite says of a corrupt one.
 */
export function openStore({
  path,
  masterKey,
  clock,
  migraciones,
}: {
  path: string
  masterKey: Uint8Array
  clock: Clock
  /** Of the version that opens it; omitted but in tests, this one's. */
  migraciones?: readonly Migracion[]
}): Store {
  const client = openDatabase(path)
  try {
    const secrets = createSecrets(masterKey)
    migrate(client, clock(), migraciones)
    checkMasterKey(client, secrets)
    // From here on no statement is large, and each that fires a trigger would else write what it may have to undo to a file
    // outside the data folder: 60 KB a document. A migration may sort a whole table and had better use the disk.
    client.pragma('temp_store = MEMORY')
    return { client, db: drizzle({ client }), secrets, close: () => client.close() }
  } catch (fault) {
    client.close()
    throw fault
  }
}

function checkMasterKey(client: Database, secrets: Secrets): void {
  const opened = opens(client, secrets)
  if (opened === false) throw new WrongMasterKey('La clave maestra no es la de esta base de datos')
  if (opened) return
  const value = secrets.seal(CANARY, 'timbre').toString('base64')
  client.prepare("INSERT INTO meta VALUES ('clave_maestra', ?)").run(value)
}

/** Seals every secret of a database anew, all or none. Returns how many. Throws SecretUnreadable when one does not open. */
export function rotateSecrets(client: Database, from: Secrets, to: Secrets): number {
  const rotate = client.transaction(() => {
    const count = resealAll(client, from, to)
    const value = to.seal(CANARY, 'timbre').toString('base64')
    client.prepare("UPDATE meta SET valor = ? WHERE clave = 'clave_maestra'").run(value)
    return count
  })
  return rotate.immediate()
}

/** Null when nothing was sealed yet. */
function opens(client: Database, secrets: Secrets): boolean | null {
  const sealed = client
    .prepare<[], string>("SELECT valor FROM meta WHERE clave = 'clave_maestra'")
    .pluck()
    .get()
  if (sealed === undefined) return null
  try {
    secrets.open(CANARY, Buffer.from(sealed, 'base64'))
    return true
  } catch (cause) {
    if (!(cause instanceof SecretUnreadable)) throw cause
    return false
  }
}

/** Whether `masterKey` may be used on a migrated database: it is the one it was written with, or the first. Only reads. */
export const opensWith = (client: Database, masterKey: Uint8Array): boolean =>
  opens(client, createSecrets(masterKey)) !== false
