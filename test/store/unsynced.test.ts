// Commits of a long work that do not wait for the disk one by one (store §2).

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { connect, openDatabase } from '../../src/store/driver'
import { unsynced } from '../../src/store/unsynced'
import { tempDir } from './temp-dir'

const FULL = 2
const NORMAL = 1

function scene() {
  const path = join(tempDir(), 'a.db')
  const db = openDatabase(path)
  db.exec('CREATE TABLE t (n INTEGER)')
  const synchronous = (): unknown => db.pragma('synchronous', { simple: true })
  const checkpointEvery = (): unknown => db.pragma('wal_autocheckpoint', { simple: true })
  const insert = (n: number): void => void db.prepare('INSERT INTO t VALUES (?)').run(n)
  return { path, db, synchronous, checkpointEvery, insert }
}

describe('a piece of a long work', () => {
  test('is committed for everybody, and the commits after it wait for the disk again', () => {
    const { path, db, synchronous, insert } = scene()
    let within: unknown
    unsynced(db, () => {
      within = synchronous()
      insert(1)
    })
    expect([within, synchronous()]).toEqual([NORMAL, FULL])
    const other = connect(path, { readonly: true })
    expect(other.prepare('SELECT n FROM t').pluck().all()).toEqual([1])
    other.close()
    db.close()
  })

  test('lets the log grow less than a commit of the usual sort does', () => {
    const { db, checkpointEvery, insert } = scene()
    const usual = checkpointEvery()
    let within: unknown
    unsynced(db, () => {
      within = checkpointEvery()
      insert(1)
    })
    expect([Number(within) < Number(usual), checkpointEvery()]).toEqual([true, usual])
    db.close()
  })

  test('that throws leaves nothing behind, and the commits after it as they were', () => {
    const { db, synchronous, insert } = scene()
    const broken = (): void =>
      unsynced(db, () => {
        insert(1)
        throw new Error('in the middle')
      })
    expect(broken).toThrow('in the middle')
    expect([synchronous(), db.prepare('SELECT count(*) FROM t').pluck().get()]).toEqual([FULL, 0])
    db.close()
  })
})
