// A command line run in this process: quicker than a program of its own where only the words matter.

import { runCli } from '../../src/cli/cli'
import type { Io } from '../../src/cli/comando'
import type { Ended } from './spawn'

/** Runs it to its end. `input` is the line that is typed. */
export async function runHere(
  argv: readonly string[],
  { env = {}, input = '' }: { env?: Io['env']; input?: string } = {},
): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const status = await runCli(argv, {
    env: { TIMBRE_LOG_LEVEL: 'silent', ...env },
    configFile: null,
    out: (line) => void out.push(line),
    result: () => {},
    bytes: (file) => void out.push(Buffer.from(file).toString('latin1')),
    readInput: async () => input,
    err: (line) => void err.push(line),
    log: () => {},
    logDropped: () => 0,
    logFault: () => null,
    readSecret: async () => input,
    stopSignal: () => new Promise(() => {}),
    panel: null,
  })
  return { status, out: out.join('\n'), err: err.join('\n') }
}
