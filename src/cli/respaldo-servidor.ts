// The copies and trials of a running server: the same commands as a person's, in a process of their own that stands back behind
// documents.

import { constants, setPriority } from 'node:os'
import type { Labor, RespaldoProgramado } from '../areas/respaldo'
import type { Log } from '../base/log'
import type { ConfigRespaldo } from '../respaldo/config'
import { textOf } from '../respaldo/destino'
import { ownCommand } from './own-command'

/** A copy that takes longer hangs. */
const LIMIT_MS = 12 * 3_600_000

const WORDS: Record<Labor, readonly string[]> = { copia: ['respaldo'], ensayo: ['respaldo', 'ensayar'] }

/** `dir` is the data folder as the server has it, `flags` whatever else its settings come from. */
export function programadoOf(
  { ubicacion, cifrado, cron, conservar }: ConfigRespaldo,
  dir: string,
  log: Log,
  flags: readonly string[],
  command: readonly string[] = ownCommand(),
): RespaldoProgramado {
  return {
    destino: textOf(ubicacion),
    cron,
    conservar: [conservar.dias, conservar.semanas, conservar.meses, conservar.anos].join('/'),
    abre: 'frase' in cifrado,
    async run(labor, signal) {
      try {
        const { status, text } = await runToEnd(
          [...command, ...WORDS[labor], '--data', dir, ...flags],
          signal,
        )
        if (status === 0) log.info(`respaldo.${labor}`, { mensaje: text })
        else if (!signal.aborted) log.error(`respaldo.${labor}_fallida`, { mensaje: text })
      } catch (error) {
        log.error(`respaldo.${labor}_fallida`, { error })
      }
    },
  }
}

async function runToEnd(
  command: readonly string[],
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  // Documents go first: nobody waits for this.
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const stop = (): void => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const late = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  try {
    const [out, err, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { status, text: `${out}${err}`.trim().slice(0, 1000) }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}
