// Run by `make build` and by a release: the binary for one platform, of the members that `pack.ts` of two rooms has put into dist.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLATFORMS, type Platform } from './platforms'

const ROOT = join(import.meta.dir, '../..')

const OPTIONS = [
  '--compile',
  // The source would else be parsed anew at every start. Of the outermost functions alone: what lies deeper is compiled when first
  // called, which no start was seen to take longer for, and is 4.5 MB.
  ...['--bytecode', '--bytecode-depth=1'],
  // Blanks are 1.7 MB more; names stay, for the log's stacks.
  ...['--minify-whitespace', '--minify-syntax'],
  ...['--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig'],
  // drizzle brings the entry of better-sqlite3 that looks for its addon in its own folder. It is never asked to, and its folder would make
  // the binary of every checkout another one.
  `--define=__dirname="/"`,
]

const MEMBERS = [
  'src/entry.ts',
  'src/worker.ts',
  'src/signing-thread.ts',
  'dist/extraccion.br',
  'dist/imapflow.br',
]

interface Options {
  /** The file of Bun's program for the platform; its own where there is none. */
  runtime?: string
  /** The public key of releases that the binary is to believe (`cli/descarga.ts`). */
  key?: string | null
}

/** Writes the binary of a platform to `outfile`, whose last name it bears inside. Throws, and with it the build, what the bundler says. */
export async function bundle(
  platform: Platform,
  outfile: string,
  { runtime, key }: Options = {},
): Promise<void> {
  const { exited } = Bun.spawn(
    [
      ...[process.execPath, 'build', ...OPTIONS, `--define=TIMBRE_PLATFORM="${platform.name}"`],
      ...(key ? [`--define=TIMBRE_RELEASE_KEY="${key}"`] : []),
      ...(runtime ? [`--target=${platform.target}`, `--compile-executable-path=${runtime}`] : []),
      ...[...MEMBERS, '--outfile', outfile],
    ],
    { cwd: ROOT, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
  )
  if ((await exited) !== 0) throw new Error(`the binary for ${platform.name} does not bundle`)
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
