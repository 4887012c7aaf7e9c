// The events of a company as a stream reads them: from the disk, so that nobody sees what was not committed and a reader that
// falls behind costs no memory.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import { prepareHistory } from './statements'

/** How long a reader may be away and still get all it missed (http §13). */
export const BUFFER_MS = 15 * 60_000

/** Events that are read at a time. */
export const FRAMES = 50

export type History = ReturnType<typeof createHistory>

export function createHistory(client: Database) {
  const { last, kept, next } = prepareHistory(client, FRAMES)
  const lastNumber = (empresaId: string): number => last.get(empresaId) ?? 0
  return {
    lastNumber,
    /** Whether every event after `numero` is still at hand. */
    isWhole(empresaId: string, numero: number, now: number): boolean {
      const missed = lastNumber(empresaId) - numero
      return missed >= 0 && kept.get(empresaId, numero, now - BUFFER_MS) === missed
    },
    /** The next events after `numero` in one environment, a bounded number of them. */
    after: (empresaId: string, numero: number, ambiente: Ambiente) => next.all(empresaId, numero, ambiente),
  }
}
