// Bun's program for each platform, from the npm registry and nowhere else, held against the lock file.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platforms'

const ROOT = join(import.meta.dir, '../..')

interface Locked {
  version: string
  integrity: string
}

/** Bytes that are what the lock file says. Throws where they are not. */
function requireIntegrity(name: string, integrity: string, bytes: Uint8Array): void {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (found !== integrity)
    throw new Error(`${name} is not what the lock file holds: ${found}, ${integrity} wanted`)
}

/**
 * Puts the program for `platform` into `dir`, where its package may lie from an earlier run, and resolves to its path. Throws where the
 * registry cannot be had, or gives another package than the lock file's.
 */
export async function fetchRuntime({ name, runtime }: Platform, dir: string): Promise<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${runtime}`] as Locked
  mkdirSync(dir, { recursive: true })
  const tarball = join(dir, `${runtime.slice(1).replace('/', '-')}-${version}.tgz`)
  if (!existsSync(tarball)) {
    const npm = Bun.spawn(['npm', 'pack', '--silent', `--pack-destination=${dir}`, `${runtime}@${version}`], {
      cwd: ROOT,
      stdout: 'ignore',
      stderr: 'inherit',
    })
    if ((await npm.exited) !== 0) throw new Error(`${runtime}@${version} cannot be had of the npm registry`)
  }
  const bytes = readFileSync(tarball)
  requireIntegrity(runtime, integrity, bytes)
  const file = name.startsWith('win32') ? 'bun.exe' : 'bun'
  const program = (await new Bun.Archive(bytes).files()).get(`package/bin/${file}`)
  if (!program) throw new Error(`${runtime} has no bin/${file}`)
  const path = join(dir, `${name}-${file}`)
  writeFileSync(path, await program.bytes(), { mode: 0o755 })
  return path
}
