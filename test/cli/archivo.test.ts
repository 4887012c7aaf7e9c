// Files that must outlive a loss of power (http §23), on a system that flushes other things than Linux does.

import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** How `line` ends, in a process that takes itself for one of `platform`. */
function tried(platform: string, line: string): string {
  const script = `
    Object.defineProperty(process, 'platform', { value: '${platform}' })
    const { syncFile, syncFolderOf } = await import('${join(import.meta.dir, '../../src/cli/archivo.ts')}')
    try { ${line}; console.log('done') } catch (fault) { console.log(fault.code) }`
  return Bun.spawnSync([process.execPath, '-e', script]).stdout.toString().trim()
}

test('on Windows a file is opened to be written before it is flushed, and a folder is not flushed', () => {
  // No folder opens to be written, which tells how it was tried.
  expect(tried('win32', "syncFile('/')")).toBe('EISDIR')
  expect(tried('linux', "syncFile('/')")).toBe('done')
  expect(tried('win32', "syncFolderOf('/nowhere/file')")).toBe('done')
  expect(tried('linux', "syncFolderOf('/nowhere/file')")).toBe('ENOENT')
})
