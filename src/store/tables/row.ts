// Row types of prepared SQL, inferred from the declarations: what drizzle reads has its types already.

import type { GetColumnData, Table } from 'drizzle-orm'

type Columns<T extends Table> = T['_']['columns']

/** A row of table `T` as `SELECT *` gives it: by SQL names, and as SQLite holds it. */
export type Row<T extends Table> = {
  [K in keyof Columns<T> as Columns<T>[K]['_']['name']]: GetColumnData<Columns<T>[K]>
}
