// Whose world a request belongs to (simulator §11.1): one simulator serves every account, and a RUT proves nothing.

import type { EnvioRow } from '../libro'
import type { Sim } from '../sim'

/** As the client of Timbre tells it; null is the world of those who tell nothing. */
export const duenoOf = (request: Request): string | null => request.headers.get('x-simulador-dueno') || null

/**
 * Whose documents whoever asks may see and act upon: those of its own world and those of which nobody told the owner. Null, all of them: who
 * tells nothing, and everybody at a simulator that is shared.
 */
export const worldOf = (sim: Pick<Sim, 'aparte'>, request: Request): string | null =>
  sim.aparte ? duenoOf(request) : null

/** Whether an envelope is there for whoever asks. */
export const isSeen = ({ dueno }: Pick<EnvioRow, 'dueno'>, mundo: string | null): boolean =>
  mundo === null || dueno === null || dueno === mundo

/** How a key of a table has it. */
export const duenoKey = (request: Request): string => duenoOf(request) ?? ''
