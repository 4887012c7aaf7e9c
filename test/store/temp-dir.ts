import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder, removed after the tests of the file. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
