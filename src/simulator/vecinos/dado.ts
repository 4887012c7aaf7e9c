// Chance that is the same each time (simulator §21.1): numbers that follow from a text.

import { createHash } from 'node:crypto'

/** A source of whole numbers from 0 to below `max`, which follow from `semilla` alone. */
export function createDado(semilla: string): (max: number) => number {
  let state = createHash('sha256').update(semilla, 'utf8').digest().readUInt32BE(0)
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The upper bits: the lower ones of such a sequence repeat soon.
    return (state >>> 8) % max
  }
}
