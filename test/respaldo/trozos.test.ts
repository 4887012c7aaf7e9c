// Long content in pieces.

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStream } from '../../src/respaldo/trozos'

const dir = mkdtempSync(join(tmpdir(), 'timbre-trozos-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a file is opened when its first piece is asked for, and not before', async () => {
  const path = join(dir, 'base.db')
  const pieces = fileStream(path)
  // A turn of the disk: an open that had been asked for would have failed by now.
  await expect(stat(path)).rejects.toThrow('ENOENT')
  writeFileSync(path, 'una copia')
  expect(Buffer.concat(await Array.fromAsync(pieces)).toString()).toBe('una copia')
})

test('a file that is not there is told to who reads it', async () => {
  await expect(Array.fromAsync(fileStream(join(dir, 'nada.db')))).rejects.toThrow('ENOENT')
})
