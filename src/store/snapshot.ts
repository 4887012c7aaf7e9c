// A second connection that sees the database as it is now, however long it is read: one read transaction beside the server's writes.

import type { Database } from 'better-sqlite3'
import { connect } from './driver'

/** The caller closes it. While it is open the log grows by what others write. */
export function openSnapshot(client: Database): Database {
  const seen = client.memory ? connect(client.serialize()) : connect(client.name, { readonly: true })
  // The first read is what fixes what it sees.
  seen.exec('BEGIN')
  seen.pragma('schema_version')
  return seen
}
