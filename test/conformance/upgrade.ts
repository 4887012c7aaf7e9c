// Real older versions of this project brought to this one by `timbre actualizar`, cut by kill -9 at every step: what is there afterwards is a
// whole old version or a whole new one, with every document as it was signed. They are built from the history of the clone.

import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { factura } from '../support/emisor'
import { NIGHTLY } from './counts'
import { BINARY, withFolder } from './process/binary'
import { prefixed, type Report, runAlone, until } from './process/check'
import { addCompany, ask, openAccount, RUT_EMISOR } from './process/client'

/** Commits of three weeks apart in growth: 4, 43 and 50 migrations. */
const VERSIONS = {
  'of 4 migrations': '664c3c7c84334cbf4fc044dbb4d42ef6d1703d43',
  'of 43 migrations': '83f1dcab233590db03a7cfc7ca28f9cf0ba13004',
  'of 50 migrations': 'f848ded79fc3fc8da25579d07da96ec074fca807',
}

/** The machine may have other work too. */
const PATIENCE_MS = 300_000

const sha = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const run = (command: string[], cwd = '.'): { status: number; out: string } => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, stdin: 'ignore' })
  return { status: exitCode, out: `${stdout}${stderr}` }
}

/** Builds the program of a commit with today's packages, by that commit's own lines. */
function build(commit: string, dir: string): string {
  mkdirSync(dir, { recursive: true })
  const must = (command: string[], cwd?: string): string => {
    const { status, out } = run(command, cwd)
    if (status !== 0) throw new Error(`${command.join(' ')}: ${out.slice(-1000)}`)
    return out
  }
  must(['sh', '-c', `git archive ${commit} | tar -x -C ${dir}`])
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  mkdirSync(join(dir, 'dist'))
  const lines = must(['make', '--dry-run', '--old-file=setup', 'build'], dir)
  for (const line of lines.split('\n').filter((one) => one.startsWith('node_modules/.bin/bun ')))
    must(['sh', '-c', line], dir)
  return join(dir, 'dist/timbre')
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

/** An installed program with its data, started and stopped by two commands, as an operator has it. */
async function installation(root: string) {
  const [programa, datos] = [join(root, 'bin/timbre'), join(root, 'datos')]
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // By its words, not by a file of its number: a command that was killed may have left it unwritten.
  const servers = `pgrep -f '^${programa} serve'`
  const detener = `kill $(${servers}) 2> /dev/null; while ${servers} > /dev/null; do sleep 0.05; done`
  const partir = `cd ${root}; nohup ${programa} serve --data ${datos} --addr 127.0.0.1:${port} >> log 2>&1 &`
  const env = { PATH: process.env.PATH ?? '', TIMBRE_ADDR: `127.0.0.1:${port}` }
  const answers = async (): Promise<boolean> => (await fetch(`${url}/salud`).catch(() => null))?.ok ?? false
  return {
    programa,
    datos,
    url,
    stop: () => run(['sh', '-c', detener]),
    /** As a machine does that was switched on. */
    async boot(): Promise<boolean> {
      run(['sh', '-c', detener])
      Bun.spawnSync(['sh', '-c', partir], { env })
      return until(answers, PATIENCE_MS)
    },
    upgrade: (nuevo = BINARY, ...more: string[]) =>
      Bun.spawn(
        [
          ...[BINARY, 'actualizar', nuevo, '--data', datos, '--programa', programa],
          ...['--detener', detener, '--partir', partir, ...more],
        ],
        { cwd: root, env, stdout: 'pipe', stderr: 'pipe' },
      ),
  }
}

type Installation = Awaited<ReturnType<typeof installation>>

/** Each signed document, by its folio: they must not change. */
async function documents(url: string, key: Record<string, string>, folios: number): Promise<string[]> {
  const found: string[] = []
  for (let folio = 1; folio <= folios; folio++)
    found.push(sha(await (await fetch(`${url}/v1/dte/xml/33/${folio}`, { headers: key })).text()))
  return found
}

/** Issues documents by the older program and leaves it stopped. */
async function live(
  it: Installation,
  folios: number,
): Promise<{ key: Record<string, string>; xml: string[] }> {
  if (!(await it.boot())) throw new Error('the older program does not start')
  const { key } = await addCompany(it.url, await openAccount(it.url), RUT_EMISOR, { 33: 50 }, [
    'dte:*',
    'folios:*',
  ])
  for (let n = 0; n < folios; n++) await ask('POST', `${it.url}/v1/dte/emitir`, key, factura())
  const last = async (): Promise<boolean> => {
    const { body } = await ask('GET', `${it.url}/v1/documentos/33/${folios}`, key)
    return body.data?.estado_sii === 'aceptado'
  }
  if (!(await until(last, PATIENCE_MS))) throw new Error('the older program does not issue')
  const xml = await documents(it.url, key, folios)
  it.stop()
  return { key, xml }
}

/** Kills the command at a moment: once it has printed `line`, and so many milliseconds later. */
async function cut(
  child: ReturnType<Installation['upgrade']>,
  line: string | null,
  ms: number,
): Promise<void> {
  let out = ''
  if (line !== null)
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      out += piece
      if (out.includes(line)) break
    }
  await Bun.sleep(ms)
  child.kill('SIGKILL')
  await child.exited
}

const EVERY_NIGHT: readonly (readonly [line: string | null, ms: number])[] = [
  [null, 30],
  ['Ensayado', 0],
  ['Ensayado', 100],
  ['Respaldado', 150],
]
const MOMENTS: readonly (readonly [line: string | null, ms: number])[] = [
  [null, 400],
  ['Ensayado', 30],
  ['Respaldado', 0],
  ['Respaldado', 800],
  ...(NIGHTLY ? EVERY_NIGHT : []),
]

async function upgradeOf(
  name: string,
  commit: string,
  root: string,
  report: Report,
  kills: boolean,
): Promise<void> {
  const checks = prefixed(report, `${name}: `)
  const viejo = build(commit, join(root, 'fuente'))
  const it = await installation(root)
  const FOLIOS = 3
  mkdirSync(join(root, 'bin'))
  const install = () => {
    rmSync(it.programa, { force: true })
    cpSync(viejo, it.programa)
    chmodSync(it.programa, 0o755)
  }
  install()
  const { key, xml } = await live(it, FOLIOS)
  cpSync(it.datos, join(root, 'tal-como-era'), { recursive: true })
  const [antes, despues] = [sha(readFileSync(viejo)), sha(readFileSync(BINARY))]
  /** The older version again, in service. */
  const begin = async () => {
    it.stop()
    rmSync(it.datos, { recursive: true })
    cpSync(join(root, 'tal-como-era'), it.datos, { recursive: true })
    install()
    rmSync(`${it.programa}.anterior`, { force: true })
    await it.boot()
  }
  const same = async () => JSON.stringify(await documents(it.url, key, FOLIOS)) === JSON.stringify(xml)
  try {
    for (const [line, ms] of kills ? MOMENTS : []) {
      await begin()
      await cut(it.upgrade(), line, ms)
      const at = `killed ${line ? `at «${line}» and ` : ''}after ${ms} ms`
      checks.check(`${at}, the machine comes up`, await it.boot())
      const now = sha(readFileSync(it.programa))
      checks.check(`${at}, the program is whole`, now === antes || now === despues, now)
      checks.note(`${at}: the ${now === antes ? 'old' : 'new'} one`)
      checks.check(`${at}, every document is as it was signed`, await same())
      const again = it.upgrade()
      const said = await new Response(again.stderr).text()
      checks.check(`${at}, the same command ends it`, (await again.exited) === 0, said)
      checks.check(`${at}, by the new program`, sha(readFileSync(it.programa)) === despues)
    }
    await begin()
    const child = it.upgrade()
    const said = await new Response(child.stderr).text()
    checks.check('comes to this version', (await child.exited) === 0, said)
    checks.check('keeps every document as it was signed', await same())
    const issued = await ask('POST', `${it.url}/v1/dte/emitir`, key, factura())
    checks.check('goes on with the next folio', issued.body.data?.folio === FOLIOS + 1, issued.body)
    it.stop()
    const verified = run([BINARY, 'verificar', '--data', it.datos])
    checks.check('its database is sound', verified.status === 0, verified.out)
    const back = run([viejo, 'verificar', '--data', it.datos])
    const sentences = back.out.trim().split('\n').length
    checks.check(
      'the older program refuses the newer database in one sentence',
      back.status === 1 && sentences === 1,
      back.out,
    )
  } finally {
    it.stop()
  }
}

/** The older versions, the oldest cut at every step; by `make nightly` all of them. */
export async function upgrade(checks: Report): Promise<void> {
  const [oldest] = Object.keys(VERSIONS)
  for (const [name, commit] of Object.entries(VERSIONS)) {
    if (run(['git', 'cat-file', '-e', `${commit}^{commit}`]).status !== 0 || !existsSync('.git')) {
      checks.note(`the clone does not reach back to the version ${name}: not played`)
      continue
    }
    await withFolder((root) => upgradeOf(name, commit, root, checks, NIGHTLY || name === oldest))
  }
}

if (import.meta.main) await runAlone('upgrade', upgrade)
