// Runs a waiting job sooner: a person knows that what it waited for is mended, or there is more for it to do.

import type { Database } from 'better-sqlite3'
import { prepareHasten } from './statements'

/**
 * Has a job that waits for its next attempt wait until `by` at the latest, by default no longer; whether it did. Wake the
 * runner afterwards.
 */
export type Hasten = (id: string, by?: Date) => boolean

export function createHasten(client: Database): Hasten {
  const hasten = prepareHasten(client)
  return (id, by) => hasten.run(by?.getTime() ?? null, id, by?.getTime() ?? -1).changes === 1
}
