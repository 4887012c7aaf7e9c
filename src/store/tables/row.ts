// Row types of prepared SQL, inferred from the declarations: what drizzle reads has its types already.

import type { Column, Table } from 'drizzle-orm'

type Columns<T extends Table> = T['_']['columns']

/** The type that SQLite holds for what drizzle reads as something else. */
interface Held {
  json: string
  boolean: 0 | 1
}

type Value<C extends Column> = C['_']['dataType'] extends keyof Held
  ? Held[C['_']['dataType']]
  : C['_']['data']

/** A row of table `T` as `SELECT *` gives it: by SQL names, and as SQLite holds it. */
export type Row<T extends Table> = {
  [K in keyof Columns<T> as Columns<T>[K]['_']['name']]:
    | Value<Columns<T>[K]>
    | (Columns<T>[K]['_']['notNull'] extends true ? never : null)
}
