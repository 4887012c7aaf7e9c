// Queries of drizzle that are held for later get their SQL when they are first used (store §4).

import type { Database } from 'better-sqlite3'
import { SQLiteSelectBase } from 'drizzle-orm/sqlite-core'
import { compilesOnUse } from './driver'

const WAYS = ['all', 'get', 'values', 'run'] as const
type Prepared = Record<(typeof WAYS)[number], (placeholders?: object) => unknown>

interface Query {
  session: { client: Database }
  prepare(): Prepared
}

/**
 * Has `prepare()` of a select write its SQL at the first use: a server holds some thirty, and writing them was a tenth of its wiring.
 * On a connection that compiles at once, as of a test that wants to see every statement, it writes at once.
 */
export function writeOnUse(): void {
  const query = SQLiteSelectBase.prototype as unknown as Query
  const { prepare } = query
  query.prepare = function (this: Query) {
    if (!compilesOnUse(this.session.client)) return prepare.call(this)
    let written: Prepared | undefined
    const own = () => {
      written ??= prepare.call(this)
      return written
    }
    const later = (way: keyof Prepared) => (placeholders?: object) => own()[way](placeholders)
    return Object.fromEntries(WAYS.map((way) => [way, later(way)])) as Prepared
  }
}
