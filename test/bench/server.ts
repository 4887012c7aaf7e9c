// The servers under test: the built binary when there is one, and the bench's own process around the same wiring.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppArgs, Lag } from './app-process'
import { type Child, startChild } from './child'
import { MASTER_KEY } from './company'
import type { LoadArgs, LoadResult } from './load'
import type { SimulatorArgs } from './simulator-process'

const ROOT = join(import.meta.dir, '../..')
export const BINARY = join(ROOT, 'dist/timbre')

export interface Server {
  pid: number
  url: string
  stop(): Promise<void>
}

/** The command line of Timbre: the binary, or the source when it was not built. */
const timbre = (): string[] => (existsSync(BINARY) ? [BINARY] : [process.execPath, join(ROOT, 'src/main.ts')])

/** `timbre serve` on a free port, with a data folder and the simulator given. */
export async function startTimbre(
  dir: string,
  simuladorUrl: string | null,
  masterKey: Uint8Array,
): Promise<Server> {
  const child = Bun.spawn([...timbre(), 'serve', '--data', dir, '--addr', '127.0.0.1:0'], {
    env: {
      ...process.env,
      TIMBRE_MASTER_KEY: Buffer.from(masterKey).toString('hex'),
      TIMBRE_LOG_LEVEL: 'info',
      TIMBRE_OPEN_REGISTRATION: 'true',
      // The receivers of the bench are on this machine.
      TIMBRE_WEBHOOKS_PRIVATE: 'true',
      TIMBRE_MAX_BACKLOG: '1000000',
      // Measures the server's power, not one client's limit.
      TIMBRE_RATE_KEY: '0',
      TIMBRE_RATE_TENANT: '0',
      TIMBRE_RATE_LOOKUP: '0',
      TIMBRE_STREAMS_USER: '100000',
      TIMBRE_STREAMS_COMPANY: '100000',
      TIMBRE_SIMULADOR_URL: simuladorUrl ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found = Promise.withResolvers<string>()
  void (async () => {
    let text = ''
    // Read to the end, or the server would stop at a full pipe.
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-10_000)
      const url = /"servidor\.iniciado".*?"url":"([^"]+)"/.exec(text)?.[1]
      if (url) found.resolve(url)
    }
    found.reject(new Error('the server ended before it listened'))
  })()
  return {
    pid: child.pid,
    url: await found.promise,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Runs a command of Timbre to its end; `output` is all that it wrote. */
export async function runTimbre(args: readonly string[]): Promise<{ status: number; output: string }> {
  const child = Bun.spawn([...timbre(), ...args], {
    env: { ...process.env, TIMBRE_MASTER_KEY: Buffer.from(MASTER_KEY).toString('hex') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, output: out + err }
}

export interface AppServer extends Server {
  watch(): Promise<null>
  watchTurns(): Promise<null>
  lag(): Promise<Lag>
  run(): Promise<null>
}

/** The bench's own server. */
export async function startApp(args: AppArgs): Promise<AppServer> {
  const child = await startChild<string>('app-process.ts', args)
  return {
    pid: child.pid,
    url: child.ready,
    watch: () => child.ask('watch'),
    watchTurns: () => child.ask('watchTurns'),
    lag: () => child.ask('lag'),
    run: () => child.ask('run'),
    stop: child.stop,
  }
}

export interface SimulatorServer extends Server {
  /** Requests since this was last asked, by the last part of their path. */
  requests(): Promise<Record<string, number>>
}

export const startSimulator = async (args: SimulatorArgs): Promise<SimulatorServer> => {
  const child = await startChild<string>('simulator-process.ts', args)
  return { pid: child.pid, url: child.ready, requests: () => child.ask('requests'), stop: child.stop }
}

export interface Load {
  run(args: LoadArgs): Promise<LoadResult>
  stop(): Promise<void>
}

/** A load generator; what it sends must be answered with `status`. */
export async function startLoad(): Promise<Load> {
  const child: Child = await startChild('load.ts', null)
  return {
    async run(args) {
      const result = await child.ask<LoadResult>(args)
      const wanted = args.post ? '202' : '200'
      const others = Object.keys(result.statuses).filter((status) => status !== wanted)
      if (others.length) throw new Error(`${args.path} answered ${JSON.stringify(result.statuses)}`)
      return result
    },
    stop: child.stop,
  }
}

/** Runs `work` with a folder of its own, gone afterwards. */
export async function withFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-bench-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
