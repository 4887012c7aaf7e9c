// Runs a waiting job now: a person knows that what it waited for is mended.

import type { Database } from 'better-sqlite3'
import { prepareTouch } from './update'

/** Makes a job ready that waits for its next attempt; whether it did. Wake the runner afterwards. */
export type Hasten = (id: string) => boolean

export function createHasten(client: Database): Hasten {
  const hasten = prepareTouch(client, {
    estado: 'pending',
    set: 'run_at = NULL',
    where: 'id = ? AND run_at IS NOT NULL',
  })
  return (id) => hasten.run(id).changes === 1
}
