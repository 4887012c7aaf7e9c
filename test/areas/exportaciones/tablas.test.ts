// Nothing is forgotten: every table leaves or has the reason why not, and every sealed column is open or a secret.

import { expect, test } from 'bun:test'
import { openDatabase } from '../../../src/store/driver'
import {
  DE_AQUI,
  LLEVADAS,
  NO_LLEVADAS,
  SECRETOS,
  SOLO_EN_MUDANZA,
  secretasOf,
} from '../../../src/store/llevadas'
import { migrate } from '../../../src/store/migrate'
import { SELLADOS } from '../../../src/store/sellados'

const db = openDatabase(':memory:')
migrate(db, new Date(0))
const all = <T>(sql: string, ...bound: unknown[]): T[] =>
  db
    .prepare(sql)
    .pluck()
    .all(...bound) as T[]
const columns = (tabla: string) => all<string>('SELECT name FROM pragma_table_xinfo(?)', tabla)

test('every table of the schema leaves, or stays for a reason', () => {
  const tables = all<string>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  const own = tables.filter((name) => !name.startsWith('sim_')).sort()
  expect([...Object.keys(LLEVADAS), ...Object.keys(NO_LLEVADAS)].sort()).toEqual(own)
})

test('each hangs from a row that leaves, by columns that there are', () => {
  for (const [tabla, { columna, padre, clave }] of Object.entries(LLEVADAS)) {
    expect(columns(tabla)).toContain(columna)
    expect(columns(padre)).toContain(clave)
    expect(LLEVADAS).toHaveProperty(padre)
  }
})

test('what has the word of a secret in its name is one', () => {
  const named = Object.keys(LLEVADAS).flatMap((tabla) =>
    columns(tabla)
      .filter((name) => /hash$|^token|secreto|clave_cifrada|llave_cifrada/.test(name))
      .map((name) => `${tabla}.${name}`),
  )
  expect(named.filter((one) => !SECRETOS[one.split('.')[0]!]?.includes(one.split('.')[1]!))).toEqual([])
})

test('every sealed column of what leaves is known', () => {
  const blobs = Object.keys(LLEVADAS).flatMap((tabla) =>
    all<string>("SELECT name FROM pragma_table_xinfo(?) WHERE type = 'BLOB'", tabla).map(
      (name) => `${tabla}.${name}`,
    ),
  )
  const sealed = new Set(SELLADOS.map(({ table, column }) => `${table}.${column}`))
  /** Bytes that were never sealed. */
  const open = ['documento_publico.clave_sha256', 'logo.archivo', 'logo.impreso']
  expect(blobs.filter((one) => !sealed.has(one)).sort()).toEqual(open)
})

test('every column of what leaves goes with a move: in the open, sealed, or for the reason that it says how the row stands here', () => {
  for (const tabla of Object.keys(LLEVADAS)) {
    for (const name of [...secretasOf(tabla, true), ...(DE_AQUI[tabla] ?? [])])
      expect(columns(tabla)).toContain(name)
    for (const name of SECRETOS[tabla] ?? []) expect(secretasOf(tabla, true)).toContain(name)
  }
  // A copy has none of these.
  for (const tabla of SOLO_EN_MUDANZA) expect(LLEVADAS).toHaveProperty(tabla)
  expect(DE_AQUI).toEqual({ cuenta: ['mudada'], empresa: ['mudada'], job: ['mudado'] })
})
