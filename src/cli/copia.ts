// A copy of a database file: whole, on the disk, its owner's alone, or none.

import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { connect } from '../store/driver'
import { syncFile, syncFolderOf } from './archivo'
import { checkPages } from './integridad'

/**
 * Copies a database with what its journal holds, in one read transaction: what is committed meanwhile is not in the copy, and
 * nobody waits for it. From its first byte its owner alone reads the copy, and it has its name once its pages were looked at and are
 * on the disk, and `finish`, if any, is done with it.
 */
export function copyTo(path: string, target: string, finish: (partial: string) => void = () => {}): void {
  const partial = `${target}.parcial`
  rmSync(partial, { force: true })
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    const db = connect(path, { readonly: true })
    try {
      db.prepare('VACUUM INTO ?').run(partial)
    } finally {
      db.close()
    }
    checkPages(partial, Number.POSITIVE_INFINITY)
    finish(partial)
    syncFile(partial)
    renameSync(partial, target)
    syncFolderOf(target)
  } catch (fault) {
    rmSync(partial, { force: true })
    throw fault
  }
}
