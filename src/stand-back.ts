// Decides what goes first when the event loop and a thread beside it want the same core.

import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** As that of the threads that sign (`cli/pool-priority.ts`). */
const NICENESS = 5
const NICEST = 19

/**
 * Called in a thread, has it stand back for the event loop: a file that takes a second to read would else make every request wait for its
 * turn of the processor. Linux alone; elsewhere, and where `/proc` cannot be read, nothing changes.
 */
export function standBack(): void {
  try {
    // It is one of the process's own, whose first is the loop's.
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(getPriority(process.pid) + NICENESS, NICEST))
  } catch {
    // A matter of speed alone.
  }
}
