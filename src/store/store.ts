// The store as the rest of the program holds it: the connection, drizzle over it, and the secrets.

import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Clock } from '../base/clock'
import { openDatabase } from './driver'
import { type Migracion, migrate } from './migrate'
import { writeOnUse } from './queries'
import { createSecrets, type Secrets, SecretUnreadable } from './secrets'
import { resealAll } from './sellados'
import { meta } from './tables/meta'

/** Queries built from the declarations of `tables/`, over the same connection: a transaction of one is the other's. */
export type Db = BetterSQLite3Database

export interface Store {
  /** For hot statements, which each area prepares in one file. */
  client: Database
  db: Db
  secrets: Secrets
  close(): void
}

writeOnUse()

/** The master key is not the one this database was written with. Nothing was changed. */
export class WrongMasterKey extends Error {}

const CLAVE = 'clave_maestra'
const CANARY = { table: 'meta', column: 'valor', id: CLAVE }

/**
 * Opens and migrates the database at `path` (in tests `:memory:`, or the bytes of one). Throws SchemaMismatch on a newer, too old or foreign database,
 * WrongMasterKey when `masterKey` does not open it, and what SQLite says of a corrupt one.
 */
export function openStore({
  path,
  masterKey,
  clock,
  migraciones,
}: {
  path: string | Buffer
  masterKey: Uint8Array
  clock: Clock
  /** The migrations of the version that opens it; omitted but in tests, this one's. */
  migraciones?: readonly Migracion[]
}): Store {
  const client = openDatabase(path)
  try {
    const secrets = createSecrets(masterKey)
    migrate(client, clock(), migraciones)
    const db = drizzle({ client })
    checkMasterKey(db, secrets)
    // From here on no statement is large, and each that fires a trigger would else write what it may have to undo to a file
    // outside the data folder: 60 KB a document. A migration may sort a whole table and had better use the disk.
    client.pragma('temp_store = MEMORY')
    return { client, db, secrets, close: () => client.close() }
  } catch (fault) {
    client.close()
    throw fault
  }
}

function checkMasterKey(db: Db, secrets: Secrets): void {
  const opened = opens(db, secrets)
  if (opened === false) throw new WrongMasterKey('La clave maestra no es la de esta base de datos')
  if (opened) return
  db.insert(meta)
    .values({ clave: CLAVE, valor: canary(secrets) })
    .run()
}

/** Seals every secret of a database anew, all or none. Returns how many. Throws SecretUnreadable when one does not open. */
export function rotateSecrets({ client, db }: Store, from: Secrets, to: Secrets): number {
  const rotate = client.transaction(() => {
    const count = resealAll(client, from, to)
    db.update(meta)
      .set({ valor: canary(to) })
      .where(eq(meta.clave, CLAVE))
      .run()
    return count
  })
  return rotate.immediate()
}

const canary = (secrets: Secrets): string => secrets.seal(CANARY, 'timbre').toString('base64')

/** Null when nothing was sealed yet. */
function opens(db: Db, secrets: Secrets): boolean | null {
  const row = db.select({ sealed: meta.valor }).from(meta).where(eq(meta.clave, CLAVE)).get()
  if (!row) return null
  try {
    secrets.open(CANARY, Buffer.from(row.sealed, 'base64'))
    return true
  } catch (cause) {
    if (!(cause instanceof SecretUnreadable)) throw cause
    return false
  }
}

/** Whether `masterKey` may be used on a migrated database: it is the one it was written with, or the first. Only reads. */
export const opensWith = (client: Database, masterKey: Uint8Array): boolean =>
  opens(drizzle({ client }), createSecrets(masterKey)) !== false
