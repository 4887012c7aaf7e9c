// What an earlier version kept in clear and this one seals. SQL cannot: a migration puts the values aside, and they are sealed
// at the first start, before anybody reads.

import type { Database } from 'better-sqlite3'
import { certificadoPlace } from './certificado-cifrado'
import type { Secrets } from './secrets'

/**
 * Runs the steps from an older schema to sealed values with freed bytes overwritten: SQLite would else leave the old text in
 * the file until something else is written there.
 */
export function withoutTrace(client: Database, steps: () => void): void {
  const before = client.pragma('secure_delete', { simple: true })
  client.pragma('secure_delete = ON')
  try {
    steps()
  } finally {
    client.pragma(`secure_delete = ${before}`)
  }
}

/** Seals the certificates that wait for it. `secrets` must be known to be the database's own. */
export function sealPending(client: Database, secrets: Secrets): void {
  const pending = client
    .prepare<[], { empresa_id: string; por_cifrar: string }>(
      'SELECT empresa_id, por_cifrar FROM certificado WHERE por_cifrar IS NOT NULL',
    )
    .all()
  if (!pending.length) return
  const seal = client.prepare(
    'UPDATE certificado SET certificado_cifrado = ?, por_cifrar = NULL WHERE empresa_id = ?',
  )
  client
    .transaction(() => {
      for (const { empresa_id: id, por_cifrar } of pending)
        seal.run(secrets.seal(certificadoPlace(id), por_cifrar), id)
    })
    .immediate()
  // The log still has the pages as they were.
  client.pragma('wal_checkpoint(TRUNCATE)')
}
