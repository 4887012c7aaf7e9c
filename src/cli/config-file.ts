// The file of configuration: `timbre.toml` of the data folder, or the one that is named. Each of its keys is a variable, which beats it
// (http §23).

import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nearestName } from '../base/nearest-name'
import { ConfigError } from '../config'
import { IS_WINDOWS, whyUnreadable } from './archivo'
import { type Argumentos, type Comando, type Io, text } from './comando'
import { keyOf, VARIABLES } from './variables'

const NAME = 'timbre.toml'
const BY_KEY = new Map(VARIABLES.map((one) => [keyOf(one), one]))

type Env = Io['env']

/** The environment over the file's values; `values` are all of the file's. */
interface Merged {
  env: Env
  configFile: Io['configFile']
  values: ReadonlyMap<string, string>
}

/** Reads the file of a data folder, or the one that is named. Throws ConfigError. */
export function mergeConfigFile(
  env: Env,
  flags: { data?: string | undefined; config?: string | undefined },
): Merged {
  const named = flags.config ?? (env.TIMBRE_CONFIG || undefined)
  const dataDir = flags.data ?? (env.TIMBRE_DATA_DIR || './datos')
  const path = resolve(named ?? join(dataDir, NAME))
  const content = readToml(path, named !== undefined)
  if (content === null) return { env, configFile: null, values: new Map() }
  const values = valuesOf(content, path, named !== undefined)
  const names = [...values.keys()].filter((name) => !env[name])
  return {
    env: { ...env, ...Object.fromEntries(names.map((name) => [name, values.get(name)])) },
    configFile: { path, names },
    values,
  }
}

/** `io` with the file's values in its environment, where the command works on a data folder. Throws ConfigError. */
export function withConfigFile({ flags }: Comando, args: Argumentos, io: Io): Io {
  if (!flags.config) return io
  const { env, configFile, values } = mergeConfigFile(io.env, {
    data: text(args, 'data'),
    config: text(args, 'config'),
  })
  if (configFile) warnExposed(configFile.path, values, io)
  return { ...io, env, configFile }
}

/** The environment as it was before. */
export function plainEnv({ env, configFile }: Pick<Io, 'env' | 'configFile'>): Env {
  const given = new Set(configFile?.names)
  return Object.fromEntries(Object.entries(env).filter(([name]) => !given.has(name)))
}

/** The option by which another command of this program reads the same file. */
export const configFlag = ({ configFile }: Pick<Io, 'configFile'>): string[] =>
  configFile ? ['--config', configFile.path] : []

/** The places of the values that a fault names and the file gave. */
export const originsIn = ({ message }: ConfigError, file: Io['configFile']): string[] =>
  (file?.names ?? [])
    .filter((name) => new RegExp(`\\b${name}\\b`).test(message))
    .map((name) => `${name} está en ${file!.path}`)

/** Null where the folder has none. */
function readToml(path: string, named: boolean): object | null {
  let written: string
  try {
    written = readFileSync(path, 'utf8')
  } catch (cause) {
    if (!named && ['ENOENT', 'ENOTDIR'].includes(String((cause as NodeJS.ErrnoException).code))) return null
    throw new ConfigError(`${path}: no se puede leer: ${whyUnreadable(cause)}`, false)
  }
  try {
    return Bun.TOML.parse(written)
  } catch (cause) {
    throw new ConfigError(`${path}: no es TOML: ${(cause as Error).message}`, false)
  }
}

/** Values by variable, as the environment would have them. Throws ConfigError with every fault. */
function valuesOf(content: object, path: string, named: boolean): Map<string, string> {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const [key, value] of Object.entries(content)) {
    const known = BY_KEY.get(key)
    if (!known) {
      const near = nearestName(key.toLowerCase().replace(/^timbre_/, ''), [...BY_KEY.keys()])
      faults.push(`${path}: no existe «${key}»${near ? `; ¿quiso decir «${near}»?` : ''}`)
      continue
    }
    if (key === 'config' || (key === 'data_dir' && !named)) {
      faults.push(`${path}: ${key} no va en este archivo, que se busca por él`)
      continue
    }
    const written = textOf(value)
    if (written === null)
      faults.push(`${path}: ${key} es un texto, un número, true o false, o una lista de ellos`)
    else values.set(known.nombre, written)
  }
  if (faults.length) throw new ConfigError(faults.join('\n'), false)
  return values
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const all = value.map((one) => (Array.isArray(one) ? null : textOf(one)))
    return all.includes(null) ? null : all.join(',')
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null
}

/** Modes say nothing on Windows. */
function warnExposed(path: string, values: ReadonlyMap<string, string>, io: Io): void {
  if (IS_WINDOWS || !(statSync(path).mode & 0o077)) return
  const secret = VARIABLES.filter(({ nombre, secreta }) => secreta && values.get(nombre)).map(keyOf)
  if (secret.length)
    io.err(`Otros usuarios pueden leer ${path}, que tiene ${secret.join(', ')}: chmod 600 ${path}`)
}
