import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/driver'
import { SchemaMismatch } from '../../src/store/migrate'
import { openStore, WrongMasterKey } from '../../src/store/store'
import { tempDir } from './temp-dir'

const KEY = new Uint8Array(32).fill(1)
const open = (path: string, masterKey = KEY) =>
  openStore({ path, masterKey, clock: () => new Date('2026-11-20T12:00:00Z') })
const newPath = () => join(tempDir(), 'timbre.db')

describe('openStore', () => {
  test('opens the same file again under its key, with what was written', () => {
    const path = newPath()
    const first = open(path)
    const place = { table: 'meta', column: 'valor', id: 'x' }
    const sealed = first.secrets.seal(place, 'secreto')
    first.close()
    const second = open(path)
    expect(second.secrets.open(place, sealed).toString()).toBe('secreto')
    second.close()
  })

  test('writes durably: WAL, every commit synced, foreign keys on (src §3.1)', () => {
    const { client } = open(newPath())
    const pragma = (name: string) => client.pragma(name, { simple: true })
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(2)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('busy_timeout')).toBe(5000)
  })

  test('refuses another master key, changes nothing, and lets the right one in afterwards', () => {
    const path = newPath()
    open(path).close()
    const other = new Uint8Array(32).fill(2)
    expect(() => open(path, other)).toThrow(WrongMasterKey)
    expect(() => open(path, other)).toThrow('La clave maestra no es la de esta base de datos')
    open(path).close()
  })

  test('refuses a database of a newer version and one that is not of Timbre', () => {
    const newer = newPath()
    const store = open(newer)
    store.client.exec(`INSERT INTO migracion VALUES ('9999_futuro', '2027', '')`)
    store.close()
    expect(() => open(newer)).toThrow(SchemaMismatch)
    const foreign = newPath()
    const db = openDatabase(foreign)
    db.exec('CREATE TABLE clientes (id INTEGER)')
    db.close()
    expect(() => open(foreign)).toThrow(SchemaMismatch)
  })

  test('refuses a file that is no database, and leaves it as it was', () => {
    const path = newPath()
    const text = 'this is a spreadsheet, not a database. '.repeat(200)
    writeFileSync(path, text)
    expect(() => open(path)).toThrow('file is not a database')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('refuses a database whose schema page was overwritten', () => {
    const path = newPath()
    open(path).close()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(path, bytes)
    expect(() => open(path)).toThrow('malformed')
  })

  test('keeps no handle on a file it refused: it can be opened right after', () => {
    const path = newPath()
    open(path).close()
    expect(() => open(path, new Uint8Array(32))).toThrow(WrongMasterKey)
    const db = openDatabase(path)
    db.pragma('busy_timeout = 0')
    db.exec('BEGIN EXCLUSIVE')
    db.exec('ROLLBACK')
    db.close()
  })
})
