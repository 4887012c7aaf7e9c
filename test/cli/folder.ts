// A data folder as a stopped server leaves it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from '../support/test-app'

/** The master key of the tests' servers. */
export const KEY = '07'.repeat(32)

/** Writes the database of `app` and its key to the folder `datos` of `cwd`. */
export function writeFolder({ store }: TestApp, cwd: string): { db: string; key: string } {
  const folder = join(cwd, 'datos')
  mkdirSync(folder)
  const db = join(folder, 'timbre.db')
  store.client.prepare('VACUUM INTO ?').run(db)
  const key = join(folder, 'clave.maestra')
  writeFileSync(key, `${KEY}\n`, { mode: 0o600 })
  return { db, key }
}
