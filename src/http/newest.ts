// Rows of a table as a list shows them: the newest first, and among those of one instant the last id.

import { and, count, desc, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../store/store'
import type { Walked } from './listing'

type Columns = Record<string, SQLiteColumn>
export type RowOf<C extends Columns> = { [K in keyof C]: GetColumnData<C[K]> }

/** `columns` by their names in the API; `key` names the instant and the id among them, which an index leads to. */
export function newestOf<C extends Columns>(
  db: Db,
  columns: C,
  [at, id]: readonly [at: keyof C & string, id: keyof C & string],
  where: SQL | undefined,
): Walked<RowOf<C>> {
  const { table } = columns[id]!
  const newest = (narrowed: SQL | undefined, limit: number) =>
    db
      .select(columns as Columns)
      .from(table)
      .where(narrowed)
      .orderBy(desc(columns[at]!), desc(columns[id]!))
      .limit(limit)
  const read = (query: { all(): unknown }) => query.all() as RowOf<C>[]
  return {
    rows: (limit, offset) => read(newest(where, limit).offset(offset)),
    total: () => db.select({ n: count() }).from(table).where(where).get()!.n,
    after(last, limit) {
      const behind = last ? sql`(${columns[at]}, ${columns[id]}) < (${last[at]}, ${last[id]})` : undefined
      return read(newest(and(where, behind), limit))
    },
  }
}
