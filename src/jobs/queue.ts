// The way to the runner for those that are made before it: it knows every kind of job, and they are what the kinds are made of.

import type { Runner } from './runner'

/** Whether jobs are run at all, the word that there are some, and the wait for the end of one. */
type Queue = Pick<Runner, 'alive' | 'wake' | 'ended'>

/** Until it is tied to a runner nothing runs, and nobody hears of work: its first look finds all there is. */
export function createQueue(): Queue & { bindTransaction(runner: Queue): void } {
  let runner: Queue | null = null
  return {
    alive: () => runner?.alive() ?? false,
    wake: () => runner?.wake(),
    ended: async (id, ms) => runner?.ended(id, ms),
    bindTransaction(made) {
      runner = made
    },
  }
}
