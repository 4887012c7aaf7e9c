// The log of the built server has nowhere to go: a full disk or a reader that has gone behind standard output. Its lines are
// dropped and counted, it works on, and it logs again once there is room (http §23).

import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import { ask } from './process/client'
import { mountTmpfs } from './process/mount'

/** A port that was free a moment ago: where the log cannot be read, the server cannot say which it took. */
function freePort(): number {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') })
  const { port } = probe
  void probe.stop(true)
  return port!
}

function serveInto(data: string, stdout: number | 'pipe') {
  const addr = `127.0.0.1:${freePort()}`
  const args = ['serve', '--data', data, '--addr', addr]
  const env = {
    PATH: process.env.PATH ?? '',
    TMPDIR: process.env.TMPDIR ?? '/tmp',
    TIMBRE_LOG_LEVEL: 'debug',
  }
  const child = Bun.spawn([BINARY, ...args], { env, stdout, stderr: 'inherit' })
  const url = `http://${addr}`
  return {
    child,
    up: () =>
      until(
        () =>
          fetch(`${url}/salud`)
            .then((answer) => answer.ok)
            .catch(() => false),
        60_000,
      ),
    /** Each request is a line. */
    async requests(count: number): Promise<boolean> {
      for (let i = 0; i < count; i++) if ((await ask('GET', `${url}/v1/empresa`)).status !== 401) return false
      return true
    },
    async dropped(): Promise<number> {
      const text = String((await ask('GET', `${url}/metrics`)).body)
      return Number(/^timbre_log_lines_dropped_total (\d+)$/m.exec(text)?.[1] ?? -1)
    },
    async end(): Promise<number | null> {
      child.kill('SIGTERM')
      await child.exited
      return child.exitCode
    },
  }
}

type Served = ReturnType<typeof serveInto>

/** Whether it lives through a crowd of lines that go nowhere, counts them and ends well. */
async function bears(checks: Report, what: string, server: Served): Promise<void> {
  checks.check(`${what}: it answers`, await server.requests(200))
  const dropped = await server.dropped()
  checks.check(`${what}: the lines lost are in /metrics`, dropped >= 200, dropped)
  const status = await server.end()
  checks.check(`${what}: SIGTERM ends it with 0`, status === 0, status)
}

export async function logLost(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    if (process.platform === 'linux') {
      const full = serveInto(join(root, 'lleno'), openSync('/dev/full', 'w'))
      checks.check('a full disk from the start: it starts', await full.up())
      await bears(checks, 'a full disk from the start', full)
    }
    const piped = serveInto(join(root, 'tubo'), 'pipe')
    const { stdout } = piped.child
    checks.check('a reader that goes: it starts', await piped.up())
    await (stdout as ReadableStream<Uint8Array>).cancel()
    await bears(checks, 'a reader that goes', piped)

    const disk = join(root, 'disco')
    mkdirSync(disk)
    const unmount = mountTmpfs(disk, 'size=256k')
    if (!unmount) return checks.note('not tried, for it needs root: a disk that is full for a while')
    const file = join(disk, 'timbre.log')
    const server = serveInto(join(root, 'rato'), openSync(file, 'a'))
    try {
      await server.up()
      writeFileSync(join(disk, 'relleno'), Buffer.alloc(200_000))
      let dropped = 0
      await until(async () => {
        await server.requests(50)
        dropped = await server.dropped()
        return dropped > 0
      }, 30_000)
      checks.check('full for a while: lines are lost', dropped > 0, dropped)
      rmSync(join(disk, 'relleno'))
      await server.requests(20)
      checks.check('full for a while: it ends with 0', (await server.end()) === 0)
      const lines = readFileSync(file, 'utf8').split('\n')
      // The line of the last request, which is answered already, may come behind it.
      const ended = lines.some((line) => isJson(line) && line.includes('"servidor.detenido"'))
      checks.check('room again: it logs again', ended, lines.slice(-4))
      const torn = lines.filter((line) => line && !isJson(line))
      checks.check('room again: no line but the torn one is spoilt', torn.length <= 1, torn)
    } finally {
      server.child.kill('SIGKILL')
      await server.child.exited
      unmount()
    }
  })
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) await runAlone('a log that has nowhere to go', logLost)
