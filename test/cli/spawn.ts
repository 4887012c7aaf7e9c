// The program as a person runs it: its source bundled as the binary's is, in a folder of its own.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = join(import.meta.dir, '../../src')

let bundled: string | undefined

/** The program, bundled once a test process: from its source each start takes four times as long, and these tests start it hundreds of times. */
function program(): string {
  if (bundled) return bundled
  const dir = mkdtempSync(join(tmpdir(), 'timbre-programa-'))
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  const built = Bun.spawnSync(
    [
      ...[
        process.execPath,
        'build',
        '--target=bun',
        '--bytecode',
        '--bytecode-depth=1',
        `--outdir=${dir}/base`,
      ],
      ...[join(SOURCE, 'main.ts'), join(SOURCE, 'worker.ts')],
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  )
  if (built.exitCode !== 0) throw new Error(`the program does not build: ${built.stderr}`)
  // Another user may run it too.
  chmodSync(dir, 0o755)
  // Where `base/packaged.ts` looks for it outside of the binary.
  writeFileSync(join(dir, 'worker.ts'), "import './base/worker.js'\n")
  bundled = join(dir, 'base/main.js')
  return bundled
}

/** The words that run the program, for a script that does. */
export const commandLine = (): string[] => [process.execPath, program()]

/** No variable of the developer's own may reach the program. */
const cleanEnv = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  TMPDIR: tmpdir(),
  ...env,
})

/** A folder that is there for the length of `use`. */
export async function inTempDir<T>(use: (dir: string) => Promise<T> | T): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-cli-'))
  try {
    return await use(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

export interface Ended {
  status: number
  out: string
  err: string
}

/** Runs a command to its end; `uid`: as that user, who has neither a name nor a group. */
export async function timbre(
  args: readonly string[],
  {
    cwd,
    env = {},
    input = '',
    uid,
  }: { cwd?: string; env?: Record<string, string>; input?: string; uid?: number } = {},
): Promise<Ended> {
  const as = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const child = Bun.spawn([...as, process.execPath, program(), ...args], {
    cwd: cwd ?? tmpdir(),
    env: cleanEnv(env),
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { status, out, err }
}

export interface Running {
  /** Lines of the log so far, parsed. */
  logs: Record<string, unknown>[]
  /** The address that the start line names. */
  url: string
  /** Resolves once the log has had an event; rejects when the program ends without it. */
  logged(event: string): Promise<Record<string, unknown>>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts a command that stays, and waits until its log has the event `ready`. */
export async function start(
  args: readonly string[],
  { cwd, env = {}, ready }: { cwd: string; env?: Record<string, string>; ready: string },
): Promise<Running> {
  const child = Bun.spawn([process.execPath, program(), ...args], {
    cwd,
    env: cleanEnv(env),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const logs: Record<string, unknown>[] = []
  const waiting = new Map<string, PromiseWithResolvers<Record<string, unknown>>>()
  let ended = false
  const logged = (event: string): Promise<Record<string, unknown>> => {
    const past = logs.find((line) => line.event === event)
    if (past) return Promise.resolve(past)
    if (ended) return Promise.reject(new Error(`ended without ${event}: ${JSON.stringify(logs)}`))
    const wait = waiting.get(event) ?? Promise.withResolvers<Record<string, unknown>>()
    waiting.set(event, wait)
    return wait.promise
  }
  void (async () => {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const event = JSON.parse(line) as Record<string, unknown>
        logs.push(event)
        waiting.get(String(event.event))?.resolve(event)
      }
    }
    ended = true
    for (const [event, { reject }] of waiting)
      reject(new Error(`ended without ${event}: ${JSON.stringify(logs)}`))
  })()
  const { url } = await logged(ready)
  return {
    logs,
    url: String(url),
    logged,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}
