// The schema in one shape from both sides: as drizzle declares it and as SQLite holds it. What drizzle does not say is in neither:
// STRICT, WITHOUT ROWID, collations, CHECKs and triggers stand in the migrations alone. Of CHECKs only those that name the
// values of a column have another side: the column's type.

import type { Database } from 'better-sqlite3'
import { is, SQL } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** One line for each column, key and index of a table, by table. */
export type Schema = Record<string, string[]>

const dialect = new SQLiteSyncDialect()

/** Without what only formatting tells apart: quotes around names, the table before them, spaces. */
const bare = (sql: string, table: string): string =>
  sql.replaceAll('"', '').replaceAll(`${table}.`, '').replace(/\s+/g, ' ').trim()

/** A value of SQL as it stands in a DEFAULT. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const column = (c: {
  name: string
  type: string
  notNull: boolean
  default: string | null
  generated: boolean
}) =>
  [
    `column ${c.name}`,
    c.type.toUpperCase(),
    c.notNull && 'NOT NULL',
    c.default !== null && `DEFAULT ${c.default}`,
  ]
    .concat(c.generated && 'GENERATED')
    .filter(Boolean)
    .join(' ')

const foreignKey = (from: readonly string[], table: string, to: readonly string[], onDelete = 'NO ACTION') =>
  `foreign key ${from} → ${table}(${to}) ON DELETE ${onDelete.toUpperCase()}`

const tablesIn = (modules: readonly Record<string, unknown>[]): SQLiteTable[] =>
  modules.flatMap((one) => Object.values(one).filter((value) => is(value, SQLiteTable)))

/** The exports of `modules`, the files of src/store/tables. */
export function declaredSchema(modules: readonly Record<string, unknown>[]): Schema {
  return Object.fromEntries(
    tablesIn(modules).map((table) => {
      const config = getTableConfig(table)
      const text = (sql: SQL) => bare(dialect.sqlToQuery(sql.inlineParams()).sql, config.name)
      const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name)
      const keys = config.columns.filter((c) => c.primary)
      const lines = [
        ...config.columns.map((c) =>
          column({
            name: c.name,
            type: c.getSQLType(),
            notNull: c.notNull,
            default:
              c.default === undefined
                ? null
                : is(c.default, SQL)
                  ? text(c.default)
                  : literal(c.mapToDriverValue(c.default)),
            generated: c.generated !== undefined,
          }),
        ),
        ...config.primaryKeys.map((key) => `primary key ${names(key.columns)}`),
        ...(keys.length ? [`primary key ${names(keys)}`] : []),
        ...config.columns.filter((c) => c.isUnique).map((c) => `unique ${c.name}`),
        ...config.uniqueConstraints.map((one) => `unique ${names(one.columns)}`),
        ...config.foreignKeys.map((key) => {
          const { columns, foreignTable, foreignColumns } = key.reference()
          return foreignKey(
            names(columns),
            getTableConfig(foreignTable).name,
            names(foreignColumns),
            key.onDelete,
          )
        }),
        ...config.indexes.map(({ config: { name, unique, columns, where } }) => {
          const parts = columns.map((one) => (is(one, SQL) ? text(one) : (one as { name: string }).name))
          return `${unique ? 'unique index' : 'index'} ${name} (${parts.join(', ')})${where ? ` WHERE ${text(where)}` : ''}`
        }),
      ]
      return [config.name, lines.sort()]
    }),
  )
}

/** The content of `db`, its own bookkeeping aside. */
export function actualSchema(db: Database): Schema {
  const all = <T>(sql: string, ...args: string[]) => db.prepare<string[], T>(sql).all(...args)
  const tables = all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  )
  return Object.fromEntries(
    tables.map(({ name }) => {
      const columns = all<{
        name: string
        type: string
        notnull: 0 | 1
        dflt_value: string | null
        pk: number
        hidden: number
      }>('SELECT * FROM pragma_table_xinfo(?)', name)
      const indexes = all<{ name: string; origin: 'c' | 'u' | 'pk' }>(
        'SELECT * FROM pragma_index_list(?)',
        name,
      )
      const partsOf = (index: string) =>
        all<{ name: string }>('SELECT name FROM pragma_index_info(?)', index).map((p) => p.name)
      const foreign = Map.groupBy(
        all<{ id: number; table: string; from: string; to: string; on_delete: string }>(
          'SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq',
          name,
        ),
        ({ id }) => id,
      )
      const pk = columns.filter((c) => c.pk).sort((a, b) => a.pk - b.pk)
      const lines = [
        ...columns.map((c) =>
          column({
            name: c.name,
            type: c.type,
            // SQLite says it of a key only where the table has no rowid; drizzle always does.
            notNull: c.notnull === 1 || pk.some((key) => key.name === c.name),
            default: c.dflt_value,
            generated: c.hidden !== 0,
          }),
        ),
        ...(pk.length ? [`primary key ${pk.map((key) => key.name)}`] : []),
        ...indexes.filter(({ origin }) => origin === 'u').map((one) => `unique ${partsOf(one.name)}`),
        ...[...foreign.values()].map((rows) =>
          foreignKey(
            rows.map((row) => row.from),
            rows[0]!.table,
            rows.map((row) => row.to),
            rows[0]!.on_delete,
          ),
        ),
        ...all<{ sql: string }>(
          "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
          name,
        ).map(({ sql }) => {
          const [, unique, index, rest] = /^CREATE (UNIQUE )?INDEX (\S+)\s+ON \S+?\s*(\(.*)$/is.exec(sql)!
          return `${unique ? 'unique index' : 'index'} ${index} ${bare(rest!, name)}`
        }),
      ]
      return [name, lines.sort()]
    }),
  )
}

/** The lines of one of the two alone, each with its table. */
export function differences(declared: Schema, actual: Schema): string[] {
  const tables = [...new Set([...Object.keys(declared), ...Object.keys(actual)])].sort()
  return tables.flatMap((table) => {
    const [ours, theirs] = [declared[table], actual[table]]
    if (!ours) return [`${table}: only in the database`]
    if (!theirs) return [`${table}: only declared`]
    return [
      ...ours.filter((line) => !theirs.includes(line)).map((line) => `${table}: only declared: ${line}`),
      ...theirs
        .filter((line) => !ours.includes(line))
        .map((line) => `${table}: only in the database: ${line}`),
    ]
  })
}

/** Every column that is declared with the values it may have, as `table.column`, and those values in order. */
export const declaredValues = (modules: readonly Record<string, unknown>[]): Record<string, string[]> =>
  Object.fromEntries(
    tablesIn(modules).flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.flatMap((c) =>
        'enumValues' in c && Array.isArray(c.enumValues) && c.enumValues.length
          ? [[`${name}.${c.name}`, [...c.enumValues].sort()]]
          : [],
      )
    }),
  )

/** The texts that the CHECKs of `db` compare each column with, where they are about that column alone. */
export function admittedValues(db: Database): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const tables = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    .all()
  for (const { name, sql } of tables) {
    const bareSql = sql.replace(/--[^\n]*/g, '')
    for (const [, column, values] of bareSql.matchAll(
      /CHECK \((\w+)\s+(IN\s+\([^)]*\)|= '[^']*'(?:\s+OR \1 = '[^']*')*)\)/g,
    ))
      found[`${name}.${column}`] = [...values!.matchAll(/'([^']*)'/g)].map(([, value]) => value!).sort()
  }
  return found
}
