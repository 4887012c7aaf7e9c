// The way to the runner for those that are made before it: it knows every kind of job, and they are what the kinds are made of.

import type { Runner } from './runner'

/** Whether jobs are run at all, and the word that there are some. */
type Queue = Pick<Runner, 'alive' | 'wake'>

/** Until it is tied to a runner nothing runs, and nobody hears of work: its first look finds all there is. */
export function createQueue(): Queue & { tie(runner: Queue): void } {
  let runner: Queue | null = null
  return {
    alive: () => runner?.alive() ?? false,
    wake: () => runner?.wake(),
    tie(made) {
      runner = made
    },
  }
}
