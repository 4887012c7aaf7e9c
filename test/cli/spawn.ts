// The program as a person runs it: the source under Bun, in a folder of its own.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dir, '../../src/main.ts')

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

/** Runs a command to its end. */
export async function timbre(
  args: readonly string[],
  { cwd, env = {}, input = '' }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
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
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts a command that stays, and waits until its log has the event `ready`. */
export async function start(
  args: readonly string[],
  { cwd, env = {}, ready }: { cwd: string; env?: Record<string, string>; ready: string },
): Promise<Running> {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    cwd,
    env: cleanEnv(env),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const logs: Record<string, unknown>[] = []
  const started = Promise.withResolvers<string>()
  void (async () => {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const event = JSON.parse(line) as Record<string, unknown>
        logs.push(event)
        if (event.event === ready) started.resolve(String(event.url))
      }
    }
    started.reject(new Error(`ended before ${ready}: ${JSON.stringify(logs)}`))
  })()
  const url = await started.promise
  return {
    logs,
    url,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}
