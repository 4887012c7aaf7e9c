// A migrated database without rows, as bytes: migrating one for each of thousands of tests would be most of their time.

import { openDatabase } from '../../src/store/driver'
import { migrate } from '../../src/store/migrate'

let empty: Buffer | undefined

export function emptyDatabase(): Buffer {
  if (!empty) {
    const db = openDatabase(':memory:')
    migrate(db, new Date(0))
    empty = db.serialize()
    db.close()
  }
  return empty
}
