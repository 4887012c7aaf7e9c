// The world that a request belongs to (simulator §11.1): one simulator serves every account, and a RUT
// proves nothing.

import type { EnvioRow } from '../libro'
import type { Sim } from '../sim'

/** As the client of Timbre tells it; null is the world of those who tell nothing. */
export const duenoOf = (request: Request): string | null => request.headers.get('x-simulador-dueno') || null

/**
 * The world whose documents the caller may see and act upon, with those that have no known owner. Null, all
 * of them: for a caller that tells nothing, and for everybody at a simulator that is shared.
 */
export const worldOf = (sim: Pick<Sim, 'aparte'>, request: Request): string | null =>
  sim.aparte ? duenoOf(request) : null

/** The owners that a list of the desk covers. */
export interface Vista {
  todos: 0 | 1
  dueno: string | null
}

/**
 * The rows that the desk lists: the caller's; or all, where a shared simulator is asked by itself and nobody
 * says for whom.
 */
export function vistaOf(sim: Pick<Sim, 'aparte'>, request: Request): Vista {
  const dueno = duenoOf(request)
  return { todos: dueno === null && !sim.aparte ? 1 : 0, dueno }
}

/** Whether an envelope is there for whoever asks. */
export const isSeen = ({ dueno }: Pick<EnvioRow, 'dueno'>, mundo: string | null): boolean =>
  mundo === null || dueno === null || dueno === mundo

/** How a key of a table has it. */
export const duenoKey = (request: Request): string => duenoOf(request) ?? ''
