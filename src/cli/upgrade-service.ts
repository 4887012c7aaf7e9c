// The running server that an upgrade stops and starts: a unit of systemd, or whatever commands a person gives.

import { readFileSync } from 'node:fs'
import { IS_WINDOWS } from './archivo'
import { type Argumentos, Falla, text, UsoIncorrecto } from './comando'

export interface Servicio {
  /** As people know it. */
  nombre: string
  /** The program that it runs, where that is known. */
  programa: string | null
  /** The data folder that it is started with, where that is known. */
  data: string | undefined
  /** The file of configuration that it is started with, where that is known. */
  config: string | undefined
  /** The address that it is started with. */
  addr: string | undefined
  /** The variables that it runs with. */
  env: Record<string, string | undefined>
  /** Whether nobody runs it now, though it starts with the system; false where nobody can tell. */
  isDown(): boolean
  /** Throws Falla. */
  stop(): void
  start(): void
  /** Whether it gave up since it was started; false where nobody can tell. */
  ended(): boolean
  /** Where to read why it does not run. */
  registro: string
}

function run(
  command: readonly string[],
  options: { windowsVerbatimArguments?: boolean } = {},
): { status: number; out: string; err: string } {
  try {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { stdin: 'ignore', ...options })
    return { status: exitCode, out: stdout.toString(), err: stderr.toString() }
  } catch {
    return { status: 127, out: '', err: 'no está instalado' }
  }
}

function must(command: readonly string[], what: string, options = {}): void {
  const { status, err, out } = run(command, options)
  if (status !== 0) throw new Falla(`No se pudo ${what}: ${(err || out).trim() || `terminó con ${status}`}`)
}

/** A line as a person types it. `cmd` reads quotes its own way: what stands between the outer ones is left as it is. */
const mustLine = (orden: string, what: string): void =>
  IS_WINDOWS
    ? must(['cmd', '/d', '/s', '/c', `"${orden}"`], what, { windowsVerbatimArguments: true })
    : must(['sh', '-c', orden], what)

/** `A=1` lines of a file of variables, as systemd reads the simple ones. */
function readVariables(contents: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of contents.split('\n')) {
    const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? []
    if (name) found[name] = value!.replace(/^(["'])(.*)\1$/, '$2')
  }
  return found
}

/** The variables of a process, as Linux keeps them. */
const ofProcess = (pid: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((entry) => entry.includes('='))
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )

/** A service that systemd started again so often will not come up. */
const RENDIDO = 3

/** The value of a flag among the words that start a server. */
const flagOf = (words: readonly string[], flag: string): string | undefined =>
  words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1) ??
  (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)

function systemd(nombre: string, env: Servicio['env']): Servicio | null {
  const { status, out } = run([
    ...['systemctl', 'show', nombre, '--no-pager'],
    ...['LoadState', 'UnitFileState', 'MainPID', 'ExecStart', 'EnvironmentFiles', 'ActiveState'].flatMap(
      (name) => ['-p', name],
    ),
  ])
  const said = Object.fromEntries(
    out.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>
  if (status !== 0 || said.LoadState !== 'loaded') return null
  const [, programa] = /path=(\S+)/.exec(said.ExecStart ?? '') ?? []
  const words = (/argv\[\]=(.*?) ;/.exec(said.ExecStart ?? '')?.[1] ?? '').split(' ')
  const variables = (): Record<string, string> => {
    try {
      if (said.MainPID && said.MainPID !== '0') return ofProcess(said.MainPID)
      const [, file] = /^(\S+)/.exec(said.EnvironmentFiles ?? '') ?? []
      return file ? readVariables(readFileSync(file, 'utf8')) : {}
    } catch {
      // Not to be read by this user: stopping the service will say so.
      return {}
    }
  }
  return {
    nombre: `el servicio ${nombre}`,
    programa: programa ?? null,
    data: flagOf(words, '--data'),
    config: flagOf(words, '--config'),
    addr: flagOf(words, '--addr'),
    env: { ...env, ...variables() },
    isDown: () => said.UnitFileState === 'enabled' && /^(failed|inactive)$/.test(said.ActiveState ?? ''),
    stop: () => must(['systemctl', 'stop', nombre], `detener el servicio ${nombre}`),
    start() {
      // A program that ended often in a few seconds left a limit behind, which refuses the one before it too.
      run(['systemctl', 'reset-failed', nombre])
      must(['systemctl', 'start', nombre], `partir el servicio ${nombre}`)
    },
    ended: () => {
      const { out } = run(['systemctl', 'show', nombre, '-p', 'ActiveState', '-p', 'NRestarts'])
      return (
        /ActiveState=(failed|inactive)/.test(out) || Number(/NRestarts=(\d+)/.exec(out)?.[1] ?? 0) >= RENDIDO
      )
    },
    registro: `journalctl -u ${nombre} -n 50`,
  }
}

export const SERVICIO_FLAGS = {
  servicio: { type: 'string' },
  detener: { type: 'string' },
  partir: { type: 'string' },
} as const

/** The server that runs here; null where nobody keeps one running. Throws UsoIncorrecto, and Falla for a unit that a person named. */
export function findServicio(args: Argumentos, env: Servicio['env']): Servicio | null {
  const [detener, partir, nombre] = [text(args, 'detener'), text(args, 'partir'), text(args, 'servicio')]
  if ((detener === undefined) !== (partir === undefined))
    throw new UsoIncorrecto('--detener y --partir van juntos: las dos órdenes de quien mantiene el servidor')
  if (detener !== undefined && partir !== undefined)
    return {
      nombre: 'el servidor',
      programa: null,
      data: undefined,
      config: undefined,
      addr: undefined,
      env,
      isDown: () => false,
      stop: () => mustLine(detener, `detener el servidor con «${detener}»`),
      start: () => mustLine(partir, `partir el servidor con «${partir}»`),
      ended: () => false,
      registro: 'el registro del servidor',
    }
  const found = systemd(nombre ?? 'timbre', env)
  if (!found && nombre !== undefined) throw new Falla(`systemd no tiene un servicio ${nombre}`)
  return found
}
