// Work by the clock: what nobody asks for and no job waits for, such as looking for what is about to expire.

import { Cron } from 'croner'
import type { JobLog } from './kind'

/** A scheduled task. */
export interface CronTask {
  name: string
  /** Five fields, in Chile's time. */
  pattern: string
  /** Whether it also runs when the server starts: what was missed need not wait for its next time. */
  atOnce?: boolean
  /** Short and synchronous, or it resolves when done; a run that is not over is not begun again. */
  run(): void | Promise<void>
}

interface CronTable {
  start(): void
  stop(): void
  /** Runs every task once, one after the other. */
  runAll(): Promise<void>
}

const ZONE = { timezone: 'America/Santiago', paused: true } as const

/** Whether a text is a pattern of five fields that comes true some day. */
export function isPattern(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(text, ZONE).nextRun() !== null
  } catch {
    return false
  }
}

/** The last instant of a pattern at or before `now`, and the first one after it. */
export function instantsAround(pattern: string, now: Date): { last: Date; next: Date } {
  const cron = new Cron(pattern, ZONE)
  // The reference itself counts as after it, and an instant of this very second has come.
  const second = Math.floor(now.getTime() / 1000) * 1000
  const [last] = cron.previousRuns(1, new Date(second + 1000))
  const next = cron.nextRun(now)
  if (!last || !next) throw new Error(`the pattern ${pattern} never comes true`)
  return { last, next }
}

/** The tasks of a server. One that throws is logged and runs again at its next time. */
export function createCron(tareas: readonly CronTask[], log: JobLog): CronTable {
  let crons: Cron[] = []
  async function run({ name, run }: CronTask): Promise<void> {
    try {
      await run()
    } catch (fault) {
      log('error', 'a task of the clock failed', { task: name, fault })
    }
  }
  return {
    start() {
      crons = tareas.map(
        (tarea) => new Cron(tarea.pattern, { timezone: 'America/Santiago', protect: true }, () => run(tarea)),
      )
      for (const tarea of tareas) if (tarea.atOnce) void run(tarea)
    },
    stop() {
      for (const cron of crons) cron.stop()
      crons = []
    },
    async runAll() {
      for (const tarea of tareas) await run(tarea)
    },
  }
}
