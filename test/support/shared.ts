// The folder beside the checkout that is never part of it. A case that needs it is skipped in sight where it
// is absent, so that no case passes without the judge that it is named after.

import { describe, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with everything shared beside the checkout; absent on the machine of an outsider. */
export const SHARED = join(import.meta.dir, '../../../shared')
export const hasShared = (folder = SHARED): boolean => existsSync(join(folder, 'sii/schemas'))

/**
 * The need of a case for the schemas of `folder`: a folder that CI has and cannot read is a fault of the
 * checkout.
 */
export function needOf(folder: string, ci: string | undefined): 'played' | 'skipped' | 'failed' {
  if (hasShared(folder)) return 'played'
  return ci && existsSync(folder) ? 'failed' : 'skipped'
}

/** A `describe` whose cases need ../shared; its name says so where they are skipped. */
export function describeWithShared(name: string, cases: () => void): void {
  const need = needOf(SHARED, process.env.CI)
  if (need === 'failed') {
    test(name, () => {
      throw new Error('../shared is there, and sii/schemas is not in it: nothing was held to the schemas')
    })
    return
  }
  describe.skipIf(need === 'skipped')(need === 'played' ? name : `${name} (no ../shared)`, cases)
}
