// The built binary as a child process: started, read, stopped, killed. Loopback only, every wait bounded.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The program under test; `make build` puts it there. */
export const BINARY = resolve(process.env.TIMBRE_BINARY ?? 'dist/timbre')

// Patience, not a promise: thirteen trials begin together, on whatever machine.
const START_MS = 60_000

/** The event of a line on standard output that is no JSON. */
export const NOT_JSON = 'not JSON'

/** One line of the program's log. */
export type LogLine = Record<string, unknown> & { event: string; level: string }

export interface Running {
  pid: number
  /** Where it listens. */
  url: string
  /** The log so far. */
  logs: LogLine[]
  errors(): string
  signal(name: NodeJS.Signals): void
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** The exit status once it ended; -1 when a signal ended it. */
  exited: Promise<number>
}

/** The result of a command that ends alone. */
export interface Ended {
  status: number
  out: string
  err: string
}

// Nothing of the caller's environment may steer the program.
const environment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  TMPDIR: tmpdir(),
  // One client here is a crowd.
  TIMBRE_RATE_KEY: '0',
  TIMBRE_RATE_TENANT: '0',
  TIMBRE_RATE_LOOKUP: '0',
  ...env,
})

/** Starts a command that listens and waits until it says where. Throws with its output when it ends instead. */
export async function start(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Running> {
  const child = Bun.spawn([BINARY, ...args], { cwd, env: environment(env), stdout: 'pipe', stderr: 'pipe' })
  const logs: LogLine[] = []
  let errors = ''
  const started = Promise.withResolvers<string>()
  let asked = false
  const exited = child.exited.then(() => {
    // One that nobody asked to end is told with all that it left: whoever talks to it next only finds nobody there.
    if (!asked)
      console.log(
        `       ${args[0]} ended by itself, status ${child.exitCode}, signal ${child.signalCode}: ${errors}${JSON.stringify(logs.at(-1) ?? 'without a log')}`,
      )
    return child.signalCode ? -1 : (child.exitCode ?? -1)
  })
  void readLines(child.stdout, (line) => {
    const entry = readLogLine(line)
    logs.push(entry)
    if (entry.event.endsWith('.iniciado')) started.resolve(String(entry.url))
  })
  void readLines(child.stderr, (line) => {
    errors += `${line}\n`
  })
  void exited.then((status) =>
    started.reject(new Error(`${args[0]} ended with ${status} before it listened: ${errors}`)),
  )
  const late = setTimeout(() => started.reject(new Error(`${args[0]} did not listen in time`)), START_MS)
  try {
    const url = await started.promise
    return {
      pid: child.pid,
      url,
      logs,
      errors: () => errors,
      signal(name) {
        asked = true
        child.kill(name)
      },
      async kill() {
        asked = true
        child.kill('SIGKILL')
        await exited
      },
      exited,
    }
  } catch (fault) {
    asked = true
    child.kill('SIGKILL')
    throw fault
  } finally {
    clearTimeout(late)
  }
}

/** Runs a command to its end; one that does not end in time is killed and has status -1. */
export async function runToEnd(
  args: readonly string[],
  env: Record<string, string> = {},
  { timeoutMs = START_MS, cwd = process.cwd() }: { timeoutMs?: number; cwd?: string } = {},
): Promise<Ended> {
  const child = Bun.spawn([BINARY, ...args], { cwd, env: environment(env), stdout: 'pipe', stderr: 'pipe' })
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  clearTimeout(late)
  return { status: child.signalCode ? -1 : (child.exitCode ?? -1), out, err }
}

/** The server on a data folder, its simulator elsewhere. */
export const serve = (
  data: string,
  simuladorUrl: string,
  env: Record<string, string> = {},
): Promise<Running> =>
  start(['serve', '--data', data, '--addr', '127.0.0.1:0'], {
    TIMBRE_SIMULADOR_URL: simuladorUrl,
    TIMBRE_LOG_LEVEL: 'info',
    ...env,
  })

/** The simulator in a process of its own; port 0 takes a free one. */
export const simulador = (data: string, port = 0): Promise<Running> =>
  start(['simulador', '--port', String(port), '--data', data])

/** A folder that is gone when `work` ends. */
export async function withFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-conformance-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

// A line that is no JSON is itself a finding: http §23 promises one JSON line per event.
function readLogLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return { event: NOT_JSON, level: 'error', line }
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line) take(line)
  }
}
