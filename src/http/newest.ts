// Rows of a table as a list shows them: the newest first, and among those of one instant the last id. A field is told once, as the
// column that it is read from and its schema in the API.
//
//   const COBRO = { id: [cobro.id, Type.String()], created_at: [cobro.createdAt, Type.String()] } satisfies Fields
//   type Cobro = RowOf<typeof COBRO>
//   Lista(Exact(schemasOf(COBRO)))

import type { TSchema } from '@sinclair/typebox'
import { and, count, desc, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../store/store'
import type { ListQuery, Walked } from './listing'
import { readPage } from './paging'
import { readAll } from './read-all'
import { readEnd } from './span'

export type Fields = Record<string, readonly [column: SQLiteColumn | SQL, schema: TSchema]>
type Read<C> = C extends SQLiteColumn ? GetColumnData<C> : C extends SQL<infer T> ? T : never
export type RowOf<F extends Fields> = { [K in keyof F]: Read<F[K][0]> }

function nth<F extends Fields, I extends 0 | 1>(fields: F, i: I) {
  const named = Object.entries(fields).map(([name, field]) => [name, field[i]])
  return Object.fromEntries(named) as { [K in keyof F]: F[K][I] }
}

/** The fields by their schemas, as an answer's object has them. */
export const schemasOf = <F extends Fields>(fields: F) => nth(fields, 1)

/**
 * The rows of `where` within the span of `query`. `key` names the instant and the id among the fields, which an index leads to. Throws
 * INVALID_PARAMETER.
 */
export function newestOf<F extends Fields>(
  db: Db,
  fields: F,
  [atName, idName]: readonly [at: keyof F & string, id: keyof F & string],
  where: SQL | undefined,
  query: ListQuery,
): Walked<RowOf<F>> {
  const [desde, hasta] = readAll(
    () => readEnd(query, 'desde')?.toISOString(),
    () => readEnd(query, 'hasta')?.toISOString(),
    () => readPage(query),
  )
  const columns: Record<string, SQLiteColumn | SQL> = nth(fields, 0)
  const [at, id] = [columns[atName]!, columns[idName] as SQLiteColumn]
  const asked = and(
    where,
    desde === undefined ? undefined : sql`${at} >= ${desde}`,
    hasta === undefined ? undefined : sql`${at} < ${hasta}`,
  )
  const newest = (narrowed: SQL | undefined, limit: number) =>
    db.select(columns).from(id.table).where(narrowed).orderBy(desc(at), desc(id)).limit(limit)
  const read = (found: { all(): unknown }) => found.all() as RowOf<F>[]
  return {
    rows: (limit, offset) => read(newest(asked, limit).offset(offset)),
    total: () => db.select({ n: count() }).from(id.table).where(asked).get()!.n,
    after(last, limit) {
      const behind = last ? sql`(${at}, ${id}) < (${last[atName]}, ${last[idName]})` : undefined
      return read(newest(and(asked, behind), limit))
    },
  }
}
