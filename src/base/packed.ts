// Packages that most runs never need: in the binary each is a packed member of its own, read by the first who asks, and no part of
// the program, which would hold it twice, as source and as bytecode (`release/pack.ts`). From the source each is its package.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { modulePath, PACKAGED } from './packaged'

/** Each packed package, with the modules that it would use for things we never ask. */
export const PACKED = {
  '@simplewebauthn/server': [],
  'age-encryption': [],
  /** Its own log, proxies, Japanese mail. */
  imapflow: ['pino', 'socks', 'encoding-japanese'],
  nodemailer: [],
  'write-excel-file/node': [],
} as const satisfies Record<string, readonly string[]>

export type PackedName = keyof typeof PACKED

/** The member's file, without its ending. */
export const fileOf = (name: string): string => name.replace('@', '').replaceAll('/', '-')

const loaded = new Map<PackedName, unknown>()

/** The package, as `require` would give it. */
export function loadPacked<T>(name: PackedName): T {
  if (!loaded.has(name)) loaded.set(name, load(name))
  return loaded.get(name) as T
}

/** The folder of the members in the binary: the main file of a thread lies in `src` of it. */
function membersFolder(): string {
  const folder = dirname(Bun.main)
  return basename(folder) === 'src' ? dirname(folder) : folder
}

function load(name: PackedName): unknown {
  // Under another name than `require`, or the bundler would take the package into the program after all.
  const find = createRequire(modulePath('base/packed.ts'))
  if (!PACKAGED) return find(name)
  // Its name there ends in a digest.
  const member = Bun.embeddedFiles.find((file) => (file as File).name.startsWith(`${fileOf(name)}-`)) as File
  const source = brotliDecompressSync(readFileSync(join(membersFolder(), member.name))).toString()
  const module = { exports: {} }
  const unwanted: readonly string[] = PACKED[name]
  new Function('module', 'exports', 'require', source)(module, module.exports, (wanted: string) =>
    unwanted.includes(wanted) ? {} : find(wanted),
  )
  return module.exports
}
