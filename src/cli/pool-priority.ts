// Decides what goes first when the event loop and the threads that sign want the same core.

import { pbkdf2 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
// Beyond the loop's own. Enough that a request is read as it comes, little enough that another program does not bring signing
// to a stand.
const NICENESS = 5
const NICEST = 19

/** A millisecond or so of work for a thread of the pool. */
const occupy = (): Promise<void> =>
  new Promise((resolve) => pbkdf2('x', 'x', 2000, 20, 'sha1', () => resolve()))

/**
 * Has the threads of the runtime's pool stand back for the event loop: a signature holds a core for most of a millisecond,
 * and requests would wait for several. The pool makes its threads as work comes, so all get some first. Linux alone;
 * elsewhere, and where `/proc` cannot be read, nothing changes.
 */
export async function lowerPoolPriority(): Promise<void> {
  await Promise.all(Array.from({ length: 4 * availableParallelism() }, occupy))
  try {
    const niceness = Math.min(getPriority() + NICENESS, NICEST)
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'latin1').startsWith('Bun Pool'))
        setPriority(Number(thread), niceness)
    }
  } catch {
    // A matter of speed alone.
  }
}
