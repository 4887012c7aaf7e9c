// Every command line of the manual, run by bash against the built binary in an empty folder: its pages in order, those of the API first,
// for they make what others name. A block that is not run says why in its mark; one that shows a refusal is marked, too.

import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARTES } from '../../src/manual/paginas'
import { TEXTOS } from '../../src/manual/textos'
import { BINARY, type Running, start } from './process/binary'
import type { Checks } from './process/check'

const FILES = join(import.meta.dir, '../fixtures/rcv')
const BLOCK_MS = 180_000
/** As the pages write it; the test's server listens elsewhere. */
const WRITTEN = 'http://127.0.0.1:3000'

const MARKS = ['', 'en-otra-terminal', 'con-el-servidor-detenido', 'espera-error'] as const
type Mark = (typeof MARKS)[number]

interface Block {
  page: string
  text: string
  mark: Mark
  /** Why it is not run. */
  reason?: string
}

/** The blocks of a page's text. Throws on a mark that is none, and where no reason is given. */
function blocksOf(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^```sh(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(([, mark = '', text = '']) => {
    const reason = /^no-se-ejecuta: (.{10,})$/.exec(mark)?.[1]
    if (reason) return { page, text, mark: '', reason }
    if (!(MARKS as readonly string[]).includes(mark)) throw new Error(`${page} has a block marked ${mark}`)
    return { page, text, mark: mark as Mark }
  })
}

const isOfApi = (page: string): boolean => page.startsWith('api-')

const all = (): Block[] => {
  const pages = PARTES.flatMap(({ paginas }) => [...paginas])
  const ordered = [...pages.filter(isOfApi), ...pages.filter((page) => !isOfApi(page))]
  return ordered.flatMap((page) => blocksOf(page, TEXTOS[page]))
}

/** One bash for all blocks: what one sets the next ones know. */
function openShell(cwd: string, env: Record<string, string>) {
  const child = Bun.spawn(['bash'], { cwd, env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  let out = ''
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) out += decoder.decode(chunk, { stream: true })
  }
  void read(child.stdout)
  void read(child.stderr)
  return {
    /** Its output, and whether every line of it succeeded. The shell is gone after one that did not. */
    async run(file: string, name: string): Promise<{ ok: boolean; out: string }> {
      out = ''
      const end = `@@ ${name} @@`
      child.stdin.write(`set -e; source ${file}; echo '${end}'\n`)
      await child.stdin.flush()
      const late = Date.now() + BLOCK_MS
      while (!out.includes(end) && child.exitCode === null && Date.now() < late) await Bun.sleep(50)
      return { ok: out.includes(end), out: out.replace(end, '').trim() }
    },
    close: () => child.kill('SIGKILL'),
  }
}

/** The signs of a line that failed and went on. */
const REFUSED = /"ok":false|Este paso falló|command not found|No such file/

export async function manual(checks: Checks, dir: string): Promise<void> {
  const [cwd, bin] = [join(dir, 'vacia'), join(dir, 'bin')]
  for (const folder of [cwd, bin]) mkdirSync(folder)
  symlinkSync(BINARY, join(bin, 'timbre'))
  // The page of the month says that they lie there.
  for (const name of readdirSync(FILES)) copyFileSync(join(FILES, name), join(cwd, name))
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: dir, TMPDIR: tmpdir(), LC_ALL: 'C.UTF-8' }
  const shell = openShell(cwd, env)
  let server: Running | null = null
  const stop = async (): Promise<void> => {
    server?.signal('SIGTERM')
    await server?.exited
    server = null
  }
  try {
    for (const [at, { page, text, mark, reason }] of all().entries()) {
      const name = `${page}, «${text.trim().split('\n')[0]}»`
      if (reason) {
        checks.note(`not run: ${name}: ${reason}`)
        continue
      }
      if (mark === 'en-otra-terminal') {
        server = await start(text.trim().split(/\s+/).slice(1), { TIMBRE_ADDR: '127.0.0.1:0' }, cwd)
        checks.check(`${name} listens`, true)
        continue
      }
      if (mark === 'con-el-servidor-detenido') await stop()
      const file = join(dir, `bloque-${at}.sh`)
      writeFileSync(file, text.replaceAll(WRITTEN, server?.url ?? WRITTEN))
      const { ok, out } = await shell.run(file, `bloque-${at}`)
      const refused = REFUSED.exec(out)
      const fine = ok && (mark === 'espera-error' ? refused !== null : refused === null)
      const near = refused ? out.slice(Math.max(0, refused.index - 200)) : out.slice(-1500)
      checks.check(name, fine, `${ok ? 'ended well' : 'a line failed'}: ${near}`)
      if (!ok) return
    }
  } finally {
    shell.close()
    await stop()
  }
}
