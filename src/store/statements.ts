// The statement that every table has: a row written by the columns of its declaration (store §4).

import type { Database, Statement } from 'better-sqlite3'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { Row } from './tables/row'

type Column<T extends Table> = keyof Row<T> & string

/**
 * Writes a row of the table, named values by its columns, but for those of `without`, which get their defaults. `conflict` is what
 * becomes of a row that there is.
 */
export function prepareInsert<T extends Table, W extends Column<T> = never>(
  client: Database,
  table: T,
  without: readonly W[] = [],
  conflict = '',
): Statement<[Omit<Row<T>, W>]> {
  const left: readonly string[] = without
  const columns = Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => !left.includes(name))
  const values = columns.map((name) => `@${name}`).join(', ')
  return client.prepare(
    `INSERT INTO ${getTableName(table)} (${columns.join(', ')}) VALUES (${values}) ${conflict}`,
  )
}
