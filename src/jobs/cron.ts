// Work by the clock: what nobody asks for and no job waits for, such as looking for what is about to expire.

import { Cron } from 'croner'
import type { JobLog } from './kind'

/** A scheduled task. */
export interface CronTask {
  name: string
  /** Five fields, in Chile's time. */
  pattern: string
  /** Short and synchronous, or it resolves when done; a run that is not over is not begun again. */
  run(): void | Promise<void>
}

interface CronTable {
  start(): void
  stop(): void
  /** Runs every task once, one after the other. */
  runAll(): Promise<void>
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
