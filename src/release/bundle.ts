// Run by `make build` and by a release: the binary for one platform, of the members that `pack.ts` of two rooms has put into dist.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileOf, PACKED } from '../base/packed'
import { PLATFORMS, type Platform } from './platforms'

const ROOT = join(import.meta.dir, '../..')

const MEMBERS = [
  'src/entry.ts',
  'src/worker.ts',
  'src/signing-thread.ts',
  'dist/extraccion.br',
  ...Object.keys(PACKED).map((name) => `dist/${fileOf(name)}.br`),
  'dist/panel.pack',
]

interface Options {
  /** The file of Bun's program for the platform; its own where there is none. */
  runtime?: string
  /** The public key of releases that the binary is to believe (`cli/descarga.ts`). */
  key?: string | null
}

/**
 * Copyright lines outlive the bundler, and one letter of them beyond ASCII has the whole program kept two bytes a letter: 5.7 MB. Their texts
 * are in the notices (`timbre licencias`).
 */
const asciiNotices: Bun.BunPlugin = {
  name: 'ascii-notices',
  setup(build) {
    build.onLoad({ filter: /node_modules\/otpauth\/.*\.js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(/^\/\/!.*$/gm, (line) => line.replace(/[^ -~]/g, '?')),
      loader: 'js',
    }))
  },
}

/** Writes the binary of a platform to `outfile`, whose last name it bears inside. Throws, and with it the build, what the bundler says. */
export async function bundle(
  platform: Platform,
  outfile: string,
  { runtime, key }: Options = {},
): Promise<void> {
  await Bun.build({
    entrypoints: MEMBERS.map((member) => join(ROOT, member)),
    compile: {
      outfile: resolve(outfile),
      ...(runtime && { target: platform.target as Bun.Build.CompileTarget, executablePath: runtime }),
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    target: 'bun',
    // The source would else be parsed anew at every start. Of the outermost functions alone: what lies deeper is compiled when first
    // called, which no start was seen to take longer for, and is 4.5 MB.
    bytecode: true,
    bytecodeDepth: 1,
    // Blanks are 1.7 MB more; names stay, for the log's stacks.
    minify: { whitespace: true, syntax: true },
    define: {
      TIMBRE_PLATFORM: JSON.stringify(platform.name),
      ...(key && { TIMBRE_RELEASE_KEY: JSON.stringify(key) }),
      // drizzle brings the entry of better-sqlite3 that looks for its addon in its own folder. It is never asked to, and its folder would
      // make the binary of every checkout another one.
      __dirname: '"/"',
    },
    // Elysia loads it when a schema is a file of its own kind, which none of ours is: 230 KB.
    external: ['file-type'],
    plugins: [asciiNotices],
  })
}

/** This machine's platform. Throws where a release has none like it. */
export function ownPlatform(): Platform {
  const isMusl =
    process.platform === 'linux' && readFileSync('/proc/self/maps', 'latin1').includes('/ld-musl-')
  const name = `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}`
  const own = PLATFORMS.find((platform) => platform.name === name)
  if (!own) throw new Error(`no binary for ${name}: ${PLATFORMS.map((platform) => platform.name).join(', ')}`)
  return own
}

if (import.meta.main) await bundle(ownPlatform(), process.argv[2]!)
