// A command of the program, and the two ways in which it ends badly (http §23).

import type { ParseArgsConfig } from 'node:util'
import type { Panel } from '../dashboard/serve'
import type { ExitStatus } from './exit-status'

/** The world as a command sees it; tests bring their own. */
export interface Io {
  env: Record<string, string | undefined>
  /** The file of configuration whose values stand in `env`, and which variables those are; null without one. */
  configFile: { path: string; names: readonly string[] } | null
  /** A line on standard output. */
  out(line: string): void
  /** The command's findings or deeds as one value, printed with `--json` in the place of all `out` lines, else not at all. */
  result(value: unknown): void
  /** The bytes of a file, on standard output. */
  bytes(file: Uint8Array): void
  /** A line of the log of what stays running, on standard output: one that cannot be written is dropped and counted. */
  log(line: string): void
  /** Lines of the log dropped so far. */
  logDropped(): number
  /** Why the file of the log is not kept as it should, for a person; null where it is, or there is none. */
  logFault(): string | null
  /** A line on standard error. */
  err(line: string): void
  /**
   * One line of standard input; `prompt` is shown, and what is typed is not, when a person is at the keyboard. With `more`, further lines
   * until it gives no prompt for another, an empty one comes, or none.
   */
  readSecret(prompt: string, more?: (typed: string) => string | null): Promise<string>
  /** The whole of standard input, as UTF-8. */
  readInput(): Promise<string>
  /** Resolves at the first signal to stop. A second one ends the process. */
  stopSignal(): Promise<void>
  /** The dashboard that a server answers with; null where the program runs from its source. */
  panel: Panel | null
}

export type Flags = NonNullable<ParseArgsConfig['options']>

export interface Argumentos {
  flags: Record<string, string | boolean | undefined>
  positionals: string[]
}

export interface Comando {
  nombre: string
  /** The usage after the name, in the help. */
  uso: string
  resumen: string
  flags: Flags
  /** How many words the command takes, at least and at most. */
  words: readonly [min: number, max: number]
  /** Why it has no `--json`; omitted, it has. */
  sinJson?: string
  /** Resolves to how it ends. Throws UsoIncorrecto (2) or Falla (1). */
  run(args: Argumentos, io: Io): Promise<ExitStatus>
}

/** The command line makes no sense; the message is for the person who typed it. */
export class UsoIncorrecto extends Error {}

/** The command could not do its work; the message says why and what to do. */
export class Falla extends Error {}

/** The flags of every command that works on a data folder. */
export const DATA_FLAG: Flags = { data: { type: 'string' }, config: { type: 'string' } }
export const ADDR_FLAG: Flags = { addr: { type: 'string' } }

/** The value of a flag that takes one. */
export const text = ({ flags }: Argumentos, name: string): string | undefined =>
  typeof flags[name] === 'string' ? flags[name] : undefined

/** The value of a flag that must be there. */
export function requireText(args: Argumentos, name: string): string {
  const value = text(args, name)
  if (!value) throw new UsoIncorrecto(`Falta --${name}`)
  return value
}
