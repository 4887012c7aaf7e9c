import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { loadFault } from '../../src/cli/sqlite'

// The messages are glibc's, each seen of the binary.

test('a system without the library that the addon needs is told its package', () => {
  const fault = loadFault('libstdc++.so.6: cannot open shared object file: No such file or directory')
  expect(fault).toContain('le falta la biblioteca libstdc++.so.6')
  expect(fault).toContain('apt install libstdc++6')
  expect(fault).not.toContain('TMPDIR')
})

test('a system with libraries older than the addon needs is told so', () => {
  expect(
    loadFault(
      "/lib64/libc.so.6: version `GLIBC_2.29' not found (required by /tmp/.bun-0-f55790aa0cbf6090.node)",
    ),
  ).toContain('anteriores a GLIBC_2.29')
})

test('a temporary folder that does not take the addon, or does not let it run, is named with the reason', () => {
  for (const reason of [
    '/$bunfs/root/linux-x64-nsz46vjn.node: cannot open shared object file: No such file or directory',
    '/mnt/.bun-0-f55790aa0cbf6090.node: failed to map segment from shared object',
  ]) {
    const fault = loadFault(reason)
    expect(fault).toContain(`la carpeta temporal ${tmpdir()}`)
    expect(fault).toContain('TMPDIR=')
    expect(fault).toContain(reason.replace(/.*: /, ''))
    expect(fault).not.toContain('.node')
  }
})
